// Lists definitions by a person that use names from later in the story: an export for an earlier place reveals them.

import type { Clock } from '@terrarium/kernel/environment';
import type { Moment } from './as-of/moment-store.ts';
import type { EntryId } from './glossary/entry.ts';
import type { Annotator } from './journal/open-annotator.ts';
import { openMovingView, type WorldView } from './moments/open-world-view.ts';
import { openUnreadCheck } from './open-unread-check.ts';

export interface AheadOfStory {
  readonly term: string;
  /** The names and coined words of its definition that nobody has read by then. */
  readonly words: readonly string[];
}

/**
 * Lists entries whose definition a person wrote, each as it stands at the first of the places where the definition is
 * ahead of the story.
 */
export function listAhead(
  annotator: Annotator,
  moments: readonly Moment[],
  clock: Clock,
): readonly AheadOfStory[] {
  const { glossary } = annotator.stores;
  const isOwn = (id: EntryId) => glossary.readHumanFields(id).has('definition');
  const own = [...glossary.iterateHeads()].map(({ id }) => id).filter(isOwn);
  if (own.length === 0) return [];
  const ahead = new Map<number, AheadOfStory>();
  const { showAt, close } = openMovingView(annotator, clock);
  try {
    for (const moment of moments) {
      const { view } = showAt(moment);
      for (const id of own.filter((one) => !ahead.has(one))) {
        const found = findAhead(annotator, view, id);
        if (found !== undefined) ahead.set(id, found);
      }
    }
  } finally {
    close();
  }
  return [...ahead.values()];
}

function findAhead(annotator: Annotator, view: WorldView, id: EntryId): AheadOfStory | undefined {
  const { glossary } = view.stores;
  const entry = glossary.find(id);
  const said = glossary.readRevisions(id).findLast(({ field }) => field === 'definition');
  if (entry === undefined || said?.author !== 'human') return undefined;
  const words = openUnreadCheck(annotator, view)?.listUnread(entry.definition, []) ?? [];
  return words.length === 0 ? undefined : { term: entry.term, words };
}
