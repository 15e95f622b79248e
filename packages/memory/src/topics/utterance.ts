// Utterances: what was said, as topics are found in it, and the sentences and words it is made of.

/** One message without what is not shown. */
export interface Utterance {
  /** The event it is. */
  readonly id: number;
  readonly atMs: number;
  /** Whose voice it is, as it is shown. */
  readonly speaker: string;
  readonly text: string;
}

/** Verbs are known where the language is. */
export type WordKind = 'name' | 'noun' | 'adjective' | 'verb' | 'other';

export interface Word {
  /** Lower-case, as it stands. */
  readonly lower: string;
  /** As a dictionary has it: `agencies` is `agency`. */
  readonly base: string;
  /** What is left without its ending: words of one stem are one word. */
  readonly stem: string;
  readonly kind: WordKind;
}

export interface Sentence {
  /** Which utterance, by its place in the list. */
  readonly at: number;
  /** As it stands in the text, white space runs as one space. */
  readonly text: string;
  readonly words: readonly Word[];
}
