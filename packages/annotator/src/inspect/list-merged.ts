// Lists the entries that were merged into a given entry and can be brought back.

import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';

export interface MergedEntry {
  readonly id: EntryId;
  /** The term of the entry before the merge. */
  readonly term: string;
  /** The revision that the merge wrote for the entry that is gone. */
  readonly merge: Revision;
  /** The first revision that the merge wrote for the entry that stays; undefined if it wrote none. */
  readonly revision: RevisionId | undefined;
}

interface KeptEntry {
  readonly id: EntryId;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
}

/** Revisions that are further apart do not belong to one merge. */
const mostApartMs = 1_000;

/**
 * Merges into the given entry that nobody has undone, the newest first. Entries that had been merged into one of these
 * before are not listed.
 */
export function listMerged(
  glossary: Pick<ReadableGlossary, 'find' | 'listRetired' | 'readRevisions'>,
  kept: KeptEntry,
): readonly MergedEntry[] {
  const ids = new Set(glossary.listRetired().flatMap((one) => (one.into === kept.id ? [one.entryId] : [])));
  const found = [...ids].flatMap((id) => {
    if (glossary.find(id) !== undefined) return [];
    const revisions = glossary.readRevisions(id);
    const merge = revisions.at(-1);
    const former = replayRevisions(revisions.slice(0, -1));
    if (former === undefined || merge?.field !== 'merged_into' || Number(merge.new) !== kept.id) return [];
    return [{ id, term: former.term, merge, revision: findWritten(kept.revisions, merge) }];
  });
  return found.toSorted((one, other) => other.merge.id - one.merge.id);
}

function findWritten(revisions: readonly Revision[], merge: Revision): RevisionId | undefined {
  const next = revisions.find(({ id }) => id > merge.id);
  const isOfMerge = next?.author === merge.author && Date.parse(next.at) - Date.parse(merge.at) < mostApartMs;
  return isOfMerge ? next?.id : undefined;
}
