// Strips accents, and builds the index ranges that contain the spellings of a word typed without accents or only in part.

/** The terms from `from` up to, but not including, `until`, in the order of their code points. */
export interface TermRange {
  readonly from: string;
  readonly until: string;
}

/** At most this many spellings of a word are looked up, and at most this many words that begin with it. */
export const mostForms = 40;
/** Beginnings of words with fewer letters are not looked up, because too many words begin with them. */
export const shortestBeginning = 3;

const nonAscii = /[^\0-\x7f]/;
const accents = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * Latin letters that Unicode does not treat as a plain letter with an accent, and how people without such a key type
 * them.
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
 * Removes the accents of Latin letters, and writes letters such as `ß` as people without such a key type them. Letters
 * of other scripts keep their marks, because there a mark is part of the letter.
 */
export function stripAccents(text: string): string {
  if (!nonAscii.test(text)) return text;
  const bare = text.normalize('NFD').replace(accents, '').normalize('NFC');
  return bare.replace(unaccented, (letter) => plainForms[letter] ?? letter);
}

/** Letters with accents, in blocks of code points; `end` is the first code point after the block. */
const accentedBlocks = [
  { first: '\u00c0', end: '\u0250' },
  { first: '\u1e00', end: '\u1f00' },
];
/** Both blocks and what is between them: other scripts, in which a word that began in Latin letters hardly goes on. */
const accentedSpan = [{ first: '\u00c0', end: '\u1f00' }];
const plainLetter = /^[a-z]/;

/**
 * Each range is for one position of the first accented letter; together they contain every spelling of a word with
 * accents. They contain few other terms, so few terms of the index must be checked.
 */
export function listAccentRanges(word: string): readonly TermRange[] {
  const letters = [...stripAccents(word)];
  return letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    return plainLetter.test(letter)
      ? (at === 0 ? accentedBlocks : accentedSpan).map(({ first, end }) => ({
          from: before + first,
          until: before + end,
        }))
      : [];
  });
}

/** The range of all words that begin with `beginning`. */
export function buildPrefixRange(beginning: string): TermRange {
  return { from: beginning, until: `${beginning}\u{10ffff}` };
}
