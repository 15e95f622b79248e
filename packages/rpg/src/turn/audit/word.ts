// A word of a narrative, with its place in it.

export interface Word {
  /** In small letters. */
  readonly text: string;
  /** The form in which lists of words contain it. */
  readonly base: string;
  readonly isCapital: boolean;
  readonly start: number;
  readonly end: number;
}
