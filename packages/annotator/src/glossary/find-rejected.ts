// Finds an entry with a certain name that a model rejected: it was deleted and nobody brought it back.

import type { GlossaryEntry } from './entry.ts';
import type { Rooms } from './glossary-rooms.ts';
import { type Revision, replayRevisions } from './revision.ts';

export interface RejectedEntry {
  readonly entry: GlossaryEntry;
  /** Who deleted the entry, where and why. */
  readonly deletion: Revision;
}

/**
 * The reason stored with each revision that undoes what a skipped scene wrote. If an entry was removed for this
 * reason, nobody rejected it.
 */
export const takenBackReason = 'The scene could not be read to its end: what it wrote is taken back.';

/**
 * The newest deletion of an entry with that term by a curator or a reading model. Leaves out entries that exist again,
 * and deletions that only undid a skipped scene.
 */
export function findRejected(
  { removed, revisions, entries }: Rooms,
  term: string,
): RejectedEntry | undefined {
  for (const id of removed.listIds(term).toReversed()) {
    const history = revisions.read(id);
    const deletion = history.at(-1);
    const entry = replayRevisions(history.slice(0, -1));
    if (entry === undefined || deletion?.field !== 'deleted' || entries.find(id) !== undefined) continue;
    if (deletion.author !== 'human' && deletion.reason !== takenBackReason) return { entry, deletion };
  }
  return undefined;
}
