// Speaker proposals: keeps a model's claim that a speaker plays a character, for a person to decide.

import { isLabel } from '../corpus/speaker-label.ts';
import type { ChangeSource, EntryId, GlossaryEntry } from './entry.ts';
import type { GlossaryStore } from './glossary-store.ts';
import type { Proposal } from './proposal-store.ts';

/** Who speaks, and which character they play according to a model. */
export interface ProposedSpeaker {
  readonly label: string;
  readonly character: string;
}

/** Records each speaker who plays the character according to a model, once. */
export function recordProposedSpeakers(
  glossary: Pick<GlossaryStore, 'listProposals' | 'propose'>,
  { id, labels }: { readonly id: EntryId; readonly labels: readonly string[] },
  source: ChangeSource,
): void {
  const known = new Set(glossary.listProposals(id).flatMap((one) => parseProposed(one) ?? []));
  for (const label of labels.filter((one) => !known.has(one)))
    glossary.propose({ entryId: id, field: 'aliases', value: `${label}:` }, source);
}

/** The speakers that models proposed for entries that exist; newest last. */
export function listProposedSpeakers(
  glossary: Pick<GlossaryStore, 'listProposals' | 'find'>,
): readonly ProposedSpeaker[] {
  return glossary.listProposals().flatMap((one) => {
    const label = parseProposed(one);
    const entry: GlossaryEntry | undefined = label === undefined ? undefined : glossary.find(one.entryId);
    return label === undefined || entry === undefined ? [] : [{ label, character: entry.term }];
  });
}

/**
 * The speaker that the proposal is about; undefined for other proposals. The value of such a proposal is a single name
 * and not a list.
 */
export function parseProposed({ field, value }: Proposal): string | undefined {
  const said: unknown = field === 'aliases' ? JSON.parse(value) : undefined;
  return typeof said === 'string' && isLabel(said) ? said.slice(0, -1) : undefined;
}
