// Strips accents, and builds the index ranges that contain the spellings of a word typed without accents or only in part.

/** Terms from `from` up to but not including `until`, in the order of their code points. */
export interface TermRange {
  readonly from: string;
  readonly until: string;
}

/** How many spellings of a word are looked up at most, and how many words that begin with it. */
export const mostForms = 40;
/** Beginnings of words with fewer letters are not looked up, because too many words begin with them. */
export const shortestBeginning = 3;

const nonAscii = /[^\0-\x7f]/;
const accents = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * Latin letters that Unicode does not treat as a plain letter with an accent, and how they are typed without their key.
 */
const plainForms: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
};
const unaccented = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'gu');

/**
 * Removes the accents of Latin letters, and writes letters such as `ß` as they are typed without their key. Other
 * scripts keep their marks, because in them marks are part of the letter.
 */
export function stripAccents(text: string): string {
  if (!nonAscii.test(text)) return text;
  const bare = text.normalize('NFD').replace(accents, '').normalize('NFC');
  return bare.replace(unaccented, (letter) => plainForms[letter] ?? letter);
}

/** Letters with accents, as blocks of code points; `end` is the first code point after the block. */
const accentedBlocks = [
  { first: '\u00c0', end: '\u0250' },
  { first: '\u1e00', end: '\u1f00' },
];
const plainLetter = /^[a-z]/;

/**
 * Every spelling of a word with accents lies in one of these ranges, by its first accented letter. The ranges
 * contain few other terms, so few terms of the index have to be checked.
 */
export function listAccentRanges(word: string): readonly TermRange[] {
  const letters = [...stripAccents(word)];
  return letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    return plainLetter.test(letter)
      ? accentedBlocks.map(({ first, end }) => ({ from: before + first, until: before + end }))
      : [];
  });
}

/** The range of all words that begin like this. */
export function buildPrefixRange(beginning: string): TermRange {
  return { from: beginning, until: `${beginning}\u{10ffff}` };
}
