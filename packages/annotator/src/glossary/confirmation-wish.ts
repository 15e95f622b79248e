// Confirmation wishes: keeps a reading model's claim that an entry is confirmed, for the curator to decide.

import type { ChangeSource, EntryId, GlossaryEntry } from './entry.ts';
import type { GlossaryStore } from './glossary-store.ts';
import { isJoinWish } from './join-wish.ts';
import type { Proposal } from './proposal-store.ts';
import { parseProposed } from './speaker-proposal.ts';

type Looking = Pick<GlossaryStore, 'listProposals' | 'readRevisions'>;

/** Whether the reading model wishes to confirm the entry with its current definition. */
export function hasWish(glossary: Looking, id: EntryId): boolean {
  const wish = glossary.listProposals(id).findLast(isWish);
  if (wish === undefined) return false;
  const defined = glossary.readRevisions(id).findLast(({ field }) => field === 'definition');
  return wish.at >= (defined?.at ?? '');
}

/**
 * Stores the wish, once for each definition. Returns false if the entry is already confirmed, or if a person has set
 * its status.
 */
export function recordWish(
  glossary: Looking & Pick<GlossaryStore, 'propose'>,
  { id, status }: GlossaryEntry,
  source: ChangeSource,
): boolean {
  if (status === 'confirmed' || hasStatusOfPerson(glossary, id)) return false;
  if (!hasWish(glossary, id)) glossary.propose({ entryId: id, field: 'status', value: 'confirmed' }, source);
  return true;
}

/**
 * Proposals of models that contradict a person. Proposals that are meant for the curator, and proposals about who
 * plays whom, are left out.
 */
export function listContested(glossary: Looking, id?: EntryId): readonly Proposal[] {
  return glossary
    .listProposals(id)
    .filter((one) => parseProposed(one) === undefined && !isJoinWish(one))
    .filter((one) => !isWish(one) || hasStatusOfPerson(glossary, one.entryId));
}

/** Whether the status of the entry was last set by a person. */
export function hasStatusOfPerson(glossary: Looking, id: EntryId): boolean {
  return glossary.readRevisions(id).findLast(({ field }) => field === 'status')?.author === 'human';
}

function isWish({ author, field, value }: Proposal): boolean {
  return author === 'agent' && field === 'status' && value === '"confirmed"';
}
