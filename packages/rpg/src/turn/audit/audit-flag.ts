// Narrative flag: something in a narrative that the game does not support, and where it is.

export interface NarrativeFlag {
  /** The words as they stand in the narrative. */
  readonly quote: string;
  /** Where the quote begins. */
  readonly start: number;
  /** What is wrong with the words, in a sentence for the model and the person, who see the quote with it. */
  readonly says: string;
  readonly kind: FlagKind;
}

/**
 * What is wrong: a number; a change to a resource, thing, place, condition or person that did not happen; a refused
 * call told as done; an outcome against the dice; what only the player may say; what the player's wishes forbid; a
 * repeated phrase.
 */
export type FlagKind =
  | 'number'
  | 'loss'
  | 'item'
  | 'place'
  | 'condition'
  | 'person'
  | 'refused'
  | 'outcome'
  | 'voice'
  | 'limit'
  | 'repeat';

/**
 * Returns flags in the order of the narrative. If a model checked the narrative, only the model's flags count, since it
 * read the whole record. Repeated phrases, which the model does not judge, are still taken from the audit.
 */
export function chooseFlags(
  audited: readonly NarrativeFlag[],
  checked: readonly NarrativeFlag[] | undefined,
): readonly NarrativeFlag[] {
  if (checked === undefined) return mergeFlags(audited);
  return mergeFlags([...checked, ...audited.filter(({ kind }) => kind === 'repeat')]);
}

/**
 * Returns flags in the order of the narrative, without those whose words overlap with the words of a flag that stays and was
 * given before.
 */
export function mergeFlags(flags: readonly NarrativeFlag[]): readonly NarrativeFlag[] {
  const kept: NarrativeFlag[] = [];
  for (const flag of flags) if (!kept.some((other) => isSamePlace(flag, other))) kept.push(flag);
  return kept.sort((one, other) => one.start - other.start);
}

function isSamePlace(one: NarrativeFlag, other: NarrativeFlag): boolean {
  return one.start < other.start + other.quote.length && other.start < one.start + one.quote.length;
}
