// Finds the parts of a text that are emphasised with asterisks, such as `*never*`, or strong, such as `**No.**`.

// Letters of scripts that put blanks between words, and digits. If one stands before the first asterisk or after the
// last, the asterisk is inside a word.
const letter = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_`;
const words = String.raw`([^\s*](?:[^*\n]*[^\s*])?)`;
const marked = new RegExp(
  String.raw`(?<![${letter}*\\])(?:\*\*${words}\*\*|\*${words}\*)(?![${letter}*])`,
  'gu',
);

/** The element that shows words of each kind. */
export const elements = { plain: 'span', emphasised: 'em', strong: 'strong' } as const;

export interface Emphasis {
  readonly kind: 'emphasised' | 'strong';
  /** The position of the first asterisk. */
  readonly start: number;
  /** The position right after the last asterisk. */
  readonly end: number;
  /** How many asterisks there are on either side. */
  readonly width: number;
}

export function findEmphasis(text: string): readonly Emphasis[] {
  return [...text.matchAll(marked)].map(({ index, 0: whole, 1: strong }) => ({
    kind: strong === undefined ? 'emphasised' : 'strong',
    start: index,
    end: index + whole.length,
    width: strong === undefined ? 1 : 2,
  }));
}

const opened = new RegExp(String.raw`(?<![${letter}*\\])(\*{1,2})(?:([^\s*][^*\n]*)\*?)?$`, 'u');

/**
 * Closes the emphasis that is still open at the end of a text that is still coming, so that its words look as they will
 * in the end. Asterisks with nothing after them yet are left out.
 */
export function insertLastAsterisks(text: string): string {
  const closedTo = findEmphasis(text).at(-1)?.end ?? 0;
  const found = opened.exec(text.slice(closedTo));
  if (found === null) return text;
  const [, mark = '', words = ''] = found;
  const shown = words.trimEnd();
  const before = text.slice(0, closedTo + found.index);
  return shown === '' ? before : `${before}${mark}${shown}${mark}${words.slice(shown.length)}`;
}
