// Finds the parts of a text that are emphasised with asterisks, such as `*never*`.

const marked = /(?<![\w*\\])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/gu;

export interface Emphasis {
  /** The position of the first asterisk. */
  readonly start: number;
  /** The position right after the last asterisk. */
  readonly end: number;
}

export function findEmphasis(text: string): readonly Emphasis[] {
  return [...text.matchAll(marked)].map(({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
}
