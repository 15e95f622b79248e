// Rivals: the active items whose place a new one takes.

import type { WorkingItem } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** There is one feeling at a time, and one desc of a subject. */
export function listRivals(
  store: WorkingMemoryStore,
  { kind, subject }: Pick<WorkingItem, 'kind' | 'subject'>,
): readonly WorkingItem[] {
  if (kind === 'feeling') return store.readActiveOf('feeling');
  return kind === 'desc' && subject !== undefined ? store.readActiveAbout('desc', subject) : [];
}
