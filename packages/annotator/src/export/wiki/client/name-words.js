// Splits a text into the words in which names are looked for, by the same rules as in the glossary (`text-words.ts`).

/**
 * A word and its place in a text.
 * @typedef {object} Word
 * @property {number} start
 * @property {number} end
 * @property {string} folded
 * @property {string} stem The same for an English singular and its plural.
 * @property {boolean} isCapitalised
 */

// In scripts without spaces, and in Hangul, each character is a word of its own.
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const letter = `[[\\p{L}\\p{N}]--${unspaced}]`;
// Soft hyphens and invisible joiners are part of a word.
const wordTail = `[${letter}\\p{M}\\p{Join_Control}\\u00ad\\u2060]*`;
const wordPattern = new RegExp(
  `(?:[A-Za-z0-9]+|${letter})${wordTail}(?:['’ʼ＇]${letter}${wordTail})*|${unspaced}[\\p{M}\\uFF9E\\uFF9F]*`,
  'gv',
);

/**
 * @param {string} text
 * @returns {readonly Word[]}
 */
export function splitWords(text) {
  return Array.from(text.matchAll(wordPattern), ({ 0: raw, index }) => {
    const bare = raw.replace(/['’ʼ＇][sS]$/u, '');
    const first = String.fromCodePoint(bare.codePointAt(0) ?? 0);
    const folded = normaliseWord(bare);
    return {
      start: index,
      end: index + bare.length,
      folded,
      stem: stripPlural(folded),
      isCapitalised: first !== first.toLowerCase(),
    };
  });
}

const letterRuns = /[\p{L}\p{N}\p{M}\p{Join_Control}\u00ad\u2060]+/gu;
/** Signs that people leave out when they type: vowel points and cantillation, the Arabic tatweel, invisible joiners. */
const unwritten =
  /[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\p{Join_Control}\u2060]+/gu;
const letterVariants = new Map([
  ['ё', 'е'],
  ['Ё', 'Е'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
]);

/** @param {string} word */
function normaliseWord(word) {
  const bare = word
    .replace(letterRuns, foldLetterRun)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}\P{ASCII}']/gu, '')
    .replace(/[’ʼ＇]/gu, "'");
  return bare === '' ? word : bare;
}

/** @param {string} run */
function foldLetterRun(run) {
  return run
    .normalize('NFKC')
    .replace(unwritten, '')
    .replace(/[ёЁأإآٱىیک]/gu, (sign) => letterVariants.get(sign) ?? sign);
}

/**
 * One form for singular and plural, only for comparing: `horse` and `horses` become `hors`.
 * @param {string} word
 */
function stripPlural(word) {
  if (word.length < 3 || word.charCodeAt(word.length - 1) > 0x7a) return word;
  if (word.endsWith('men')) return `${word.slice(0, -3)}man`;
  const one = word.length > 3 && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word;
  if (one.endsWith('ie')) return `${one.slice(0, -2)}y`;
  if (/[vf]e$/u.test(one)) return `${one.slice(0, -2)}f`;
  return /(?:[sxz]|[cs]h)e$/u.test(one) ? one.slice(0, -1) : one;
}
