// Finds what a text sets apart by asterisks, as posts and models write it: `*never*`.

const marked = /(?<![\w*\\])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/gu;

export interface Emphasis {
  /** Where the first asterisk stands. */
  readonly start: number;
  /** Right after the last one. */
  readonly end: number;
}

export function findEmphasis(text: string): readonly Emphasis[] {
  return [...text.matchAll(marked)].map(({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
}
