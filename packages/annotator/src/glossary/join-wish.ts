// Join wishes: keeps a reading model's claim that two entries are the same thing, for the curator to decide.

import type { ChangeSource, EntryId } from './entry.ts';
import type { GlossaryStore } from './glossary-store.ts';
import type { Proposal } from './proposal-store.ts';

type Looking = Pick<GlossaryStore, 'listProposals' | 'resolve' | 'isKeptApart'>;

/** Records the wish, if it is not recorded yet. */
export function recordJoinWish(
  glossary: Looking & Pick<GlossaryStore, 'propose'>,
  { id, sameAs }: { readonly id: EntryId; readonly sameAs: EntryId },
  source: ChangeSource,
): void {
  if (listJoinWishes(glossary, id).includes(sameAs)) return;
  glossary.propose({ entryId: id, field: 'merged_into', value: sameAs }, source);
}

/**
 * The entries that the reading model takes for the same thing as this one, newest wish first. An entry that was merged
 * is replaced by the one into which it was merged. Entries that must be kept apart are left out.
 */
export function listJoinWishes(glossary: Looking, id: EntryId): readonly EntryId[] {
  const wished = glossary
    .listProposals(id)
    .filter(isJoinWish)
    .flatMap(({ value }) => glossary.resolve(Number(value) as EntryId) ?? [])
    .filter((other) => other !== id && !glossary.isKeptApart(id, other));
  return [...new Set(wished.toReversed())];
}

/**
 * Whether a proposal is a wish of the reading model. A curator's merge that became a proposal, because it would
 * overwrite what a person wrote, is not such a wish.
 */
export function isJoinWish({ author, field }: Pick<Proposal, 'author' | 'field'>): boolean {
  return author === 'agent' && field === 'merged_into';
}
