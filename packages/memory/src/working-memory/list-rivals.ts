// Rivals: the active items whose place a new one takes.

import type { WorkingItem } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** There is one feeling at a time, one desc of a subject, and one item that says the same. */
export function listRivals(
  store: WorkingMemoryStore,
  { kind, subject, normalForm }: Pick<WorkingItem, 'kind' | 'subject' | 'normalForm'>,
): readonly WorkingItem[] {
  if (kind === 'feeling') return store.readActiveOf('feeling');
  const about = kind === 'desc' && subject !== undefined ? store.readActiveAbout('desc', subject) : [];
  const same = store.findActive(kind, normalForm);
  return same === undefined || about.some((item) => item.id === same.id) ? about : [...about, same];
}
