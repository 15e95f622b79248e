// Narrative flag: something in a narrative that the game does not bear out, and where.

export interface NarrativeFlag {
  /** The words as they stand in the narrative. */
  readonly quote: string;
  /** Where the quote begins. */
  readonly start: number;
  /** What is wrong with the words, in a sentence for the model and the person. */
  readonly says: string;
  readonly kind: 'number' | 'voice' | 'repeat';
}
