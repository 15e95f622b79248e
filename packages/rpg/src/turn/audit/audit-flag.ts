// Narrative flag: something in a narrative that the game does not bear out, and where.

export interface NarrativeFlag {
  /** The words as they stand in the narrative. */
  readonly quote: string;
  /** Where the quote begins. */
  readonly start: number;
  /** What is wrong with the words, in a sentence for the model and the person. */
  readonly says: string;
  readonly kind: FlagKind;
}

/**
 * What is wrong: a number; a resource, thing, place, condition or person claimed though nothing changed; a refused call told as
 * done; an outcome against the dice; what only the player may say; what the wish of the game forbids; words that stood before.
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

/** Both in the order of the narrative; where two mark the same words for the same reason, those of `first` stand. */
export function mergeFlags<Flag extends Pick<NarrativeFlag, 'start' | 'quote' | 'kind'>>(
  first: readonly Flag[],
  second: readonly Flag[],
): readonly Flag[] {
  const further = second.filter((flag) => !first.some((other) => isSameFault(flag, other)));
  return [...first, ...further].sort((one, other) => one.start - other.start);
}

export function isSameFault(
  one: Pick<NarrativeFlag, 'start' | 'quote' | 'kind'>,
  other: Pick<NarrativeFlag, 'start' | 'quote' | 'kind'>,
): boolean {
  const isOver = one.start < other.start + other.quote.length && other.start < one.start + one.quote.length;
  return one.kind === other.kind && isOver;
}
