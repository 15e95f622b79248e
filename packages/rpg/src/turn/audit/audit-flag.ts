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
 * done; an outcome against the dice; what only the player may say; words that stood before.
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
  | 'repeat';
