// Lists the deleted and merged entries that had a certain name.

import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { EntryId } from '../glossary/entry.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import { normaliseTerm, stripSuffix } from '../glossary/term-forms.ts';

export function listGoneIds(
  glossary: Pick<ReadableGlossary, 'find' | 'listEntryIds' | 'readRevisions'>,
  name: string,
): readonly EntryId[] {
  const wanted = normaliseTerm(stripSuffix(name));
  return glossary.listEntryIds().filter((id) => {
    if (glossary.find(id) !== undefined) return false;
    const former = replayRevisions(glossary.readRevisions(id).filter((one) => !isLeaving(one)));
    return former !== undefined && normaliseTerm(stripSuffix(former.term)) === wanted;
  });
}

/** Whether a revision says that an entry was removed, or that it was brought back. */
function isLeaving({ field }: Revision): boolean {
  return field === 'deleted' || field === 'merged_into';
}
