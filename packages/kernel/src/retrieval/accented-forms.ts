// Accented forms: a word that was typed without its accents, or before it was complete, is found in an index of whole words.

/** Terms from `from` up to but not including `until`, in the order of their code points. */
export interface TermRange {
  readonly from: string;
  readonly until: string;
}

/** At most so many spellings of a word are looked up, and at most so many words that begin with it. */
export const mostForms = 40;
/** Too many words begin with fewer letters than these. */
export const shortestBeginning = 3;

const nonAscii = /[^\0-\x7f]/;
const accents = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/** Without the accents of Latin letters; other scripts keep their marks, which are letters there. */
export function stripAccents(text: string): string {
  return nonAscii.test(text) ? text.normalize('NFD').replace(accents, '').normalize('NFC') : text;
}

/** The letters with accents, as blocks of code points; `end` is the first code point after the block. */
const accentedBlocks = [
  { first: '\u00c0', end: '\u0250' },
  { first: '\u1e00', end: '\u1f00' },
];
const plainLetter = /^[a-z]/;

/**
 * Every spelling of a word with accents lies in one of these ranges, by its first accented letter. They hold little
 * else, so that an index is asked for few terms.
 */
export function listAccentRanges(word: string): readonly TermRange[] {
  const bare = stripAccents(word);
  return [...bare].flatMap((letter, at) => {
    const before = bare.slice(0, at);
    return plainLetter.test(letter)
      ? accentedBlocks.map(({ first, end }) => ({ from: before + first, until: before + end }))
      : [];
  });
}

/** Every word that begins like this. */
export function buildPrefixRange(beginning: string): TermRange {
  return { from: beginning, until: `${beginning}\u{10ffff}` };
}
