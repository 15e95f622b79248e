// Lists the entries that were removed from the glossary and can be brought back.

import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { Author, EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { isNamedByQuote } from '../glossary/is-naming.ts';
import { replayRevisions } from '../glossary/revision.ts';
import type { WorldView } from '../moments/open-world-view.ts';

export interface RemovedEntry {
  /** The entry before it was removed. */
  readonly former: GlossaryEntry;
  readonly by: Author;
}

type Removed = RemovedEntry & { readonly at: number };

/**
 * First come entries that a person removed, then all others; within both groups, the newest removal comes first.
 * Merged entries are not listed.
 */
export function listRemoved(view: WorldView): readonly RemovedEntry[] {
  return [...iterateRemoved(view)]
    .toSorted((one, other) => Number(isOurs(other)) - Number(isOurs(one)) || other.at - one.at)
    .map(({ former, by }) => ({ former, by }));
}

export function hasRemoved(view: WorldView): boolean {
  return iterateRemoved(view).next().done !== true;
}

function isOurs({ by }: RemovedEntry): boolean {
  return by === 'human';
}

/**
 * Yields entries that were deleted and not brought back. As of a place, yields only those that were in the glossary
 * there, and whose quotes show that the story had named them.
 */
function* iterateRemoved({ stores: { glossary }, isAsOf = false }: WorldView): Generator<Removed> {
  for (const id of listCandidates(glossary, isAsOf)) {
    if (glossary.find(id) !== undefined) continue;
    const revisions = glossary.readRevisions(id);
    const last = revisions.at(-1);
    const former = replayRevisions(revisions.slice(0, -1));
    if (former === undefined || last?.field !== 'deleted') continue;
    if (!isAsOf || isNamedByQuote(former)) yield { former, by: last.author, at: last.id };
  }
}

function listCandidates(glossary: ReadableGlossary, isAsOf: boolean): readonly EntryId[] {
  const deleted = glossary.listRetired().flatMap((one) => (one.into === undefined ? [one.entryId] : []));
  const known = isAsOf && deleted.length > 0 ? new Set(glossary.listEntryIds()) : undefined;
  return [...new Set(deleted)].filter((id) => known === undefined || known.has(id));
}
