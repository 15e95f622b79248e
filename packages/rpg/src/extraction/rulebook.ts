// Rulebook: the text of a game's rules, and the parts in which it is read.

export interface Rulebook {
  /** The name of the book's file, by which sources refer to it. */
  readonly file: string;
  readonly text: string;
}

/** A part of a rulebook; parts follow each other without a gap, and together are the whole. */
export interface RulebookPart {
  readonly index: number;
  /** Positions in the rulebook's text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The headings above the part, outermost first. */
  readonly headings: readonly string[];
}
