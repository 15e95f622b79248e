// Splits a text into words for finding names: their offsets, normalised forms, and whether they have a capital.

import { normaliseLetters } from './normalise-letters.ts';

/** A word and its place in a text (UTF-16 offsets). */
export interface TextWord {
  readonly start: number;
  readonly end: number;
  /** In lower case, with compatibility forms folded and without a possessive ending. */
  readonly folded: string;
  /** `folded`, but the same for an English singular and its plural. */
  readonly stem: string;
  readonly isCapitalised: boolean;
}

// In scripts without spaces, each character is a word; in Hangul too, because particles directly follow a name.
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const letter = `[[\\p{L}\\p{N}]--${unspaced}]`;
// Soft hyphens and invisible joiners are part of a word.
const tail = `[${letter}\\p{M}\\p{Join_Control}\\u00ad\\u2060]*`;
const wordPattern = new RegExp(
  `(?:[A-Za-z0-9]+|${letter})${tail}(?:['’ʼ＇]${letter}${tail})*|${unspaced}[\\p{M}\\uFF9E\\uFF9F]*`,
  'gv',
);
const unspacedPattern = new RegExp(`^${unspaced}`, 'v');
const nonAscii = /[^\0-\x7f]/;
const asciiPunctuation = /[\0-&(-/:-@[-`{-\x7f]/g;

// Cached so that a scene's text is split only once: it is searched for entries and for words on hold, and it is
// indexed.
const recentTexts = new Map<string, readonly TextWord[]>();
const maxRecentTexts = 64;
// Texts of fewer characters are quicker to split than to cache.
const worthRemembering = 400;

export function splitWords(text: string): readonly TextWord[] {
  if (text.length < worthRemembering) return tokeniseWords(text);
  const known = recentTexts.get(text);
  if (known !== undefined) return known;
  const words = tokeniseWords(text);
  const [oldest] = recentTexts.keys();
  if (oldest !== undefined && recentTexts.size >= maxRecentTexts) recentTexts.delete(oldest);
  recentTexts.set(text, words);
  return words;
}

function tokeniseWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  const addWord = (start: number, raw: string): void => {
    const { length, folded, stem, isCapitalised } = resolveForms(raw);
    words.push({ start, end: start + length, folded, stem, isCapitalised });
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isOutsideWords(code)) {
      at += 1;
      continue;
    }
    const end = findPlainEnd(text, at);
    if (end !== undefined) {
      addWord(at, text.slice(at, end));
      at = end;
      continue;
    }
    wordPattern.lastIndex = at;
    const match = wordPattern.exec(text);
    if (match === null) break;
    addWord(match.index, match[0]);
    at = match.index + match[0].length;
  }
  return words;
}

/**
 * The end of the word of ASCII letters and digits that begins at `at`; undefined if the pattern is needed to find the
 * end. Most words are of this kind, and the pattern takes ten times as long.
 */
function findPlainEnd(text: string, at: number): number | undefined {
  let end = skipPlainLetters(text, at);
  if (end === at) return undefined;
  while (isApostrophe(text.charCodeAt(end))) {
    const behind = skipPlainLetters(text, end + 1);
    if (behind === end + 1) return isEndOfWords(text, behind) ? end : undefined;
    end = behind;
  }
  return isEndOfWords(text, end) ? end : undefined;
}

function skipPlainLetters(text: string, from: number): number {
  let at = from;
  while (isPlainLetter(text.charCodeAt(at))) at += 1;
  return at;
}

function isEndOfWords(text: string, at: number): boolean {
  return at >= text.length || isOutsideWords(text.charCodeAt(at));
}

/** Whether a character is an ASCII letter or digit; false after the end of a text. */
function isPlainLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

/**
 * Whether a character is outside words: ASCII signs, and the dashes, quotation marks and dots of printed text. Of
 * these, only apostrophes may also be inside a word.
 */
function isOutsideWords(code: number): boolean {
  return code < 0x80 ? !isPlainLetter(code) : code >= 0x2010 && code <= 0x2027;
}

/** Recognises only the common apostrophes; the pattern recognises rarer ones too. */
function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

/** The units in which two spellings of a sentence are compared: words, or characters in scripts without spaces. */
export const comparedPieces = new RegExp(
  `${unspaced}[\\p{M}\\uFF9E\\uFF9F]*|[[\\p{L}\\p{N}\\p{M}']--${unspaced}]+`,
  'gv',
);

/** Whether a word belongs to a script without spaces, in which names are found inside longer runs of characters. */
export function isUnspaced(word: string): boolean {
  return unspacedPattern.test(word);
}

interface WordForms {
  readonly length: number;
  readonly folded: string;
  readonly stem: string;
  readonly isCapitalised: boolean;
}

// Few words make up most of a text, so their forms are cached. When the cache is full, it is emptied.
const knownForms = new Map<string, WordForms>();
const maxKnownForms = 20_000;

function resolveForms(raw: string): WordForms {
  const known = knownForms.get(raw);
  if (known !== undefined) return known;
  if (knownForms.size >= maxKnownForms) knownForms.clear();
  const forms = buildForms(raw);
  knownForms.set(raw, forms);
  return forms;
}

function buildForms(raw: string): WordForms {
  const text = /['’ʼ＇][sS]$/.test(raw) ? raw.slice(0, -2) : raw;
  const folded = normaliseWord(text);
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return {
    length: text.length,
    folded,
    stem: stripPlural(folded),
    isCapitalised: first !== first.toLowerCase(),
  };
}

function normaliseWord(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  const compatible = normaliseLetters(text)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[’ʼ＇]/g, "'");
  const bare = compatible.replace(asciiPunctuation, '');
  return bare === '' ? text : bare;
}

/** A form that an English singular and its plural share, used only for comparing: `horse` and `horses` become `hors`. */
export function stripPlural(word: string): string {
  if (word.length < 3 || word.charCodeAt(word.length - 1) > 0x7a) return word;
  if (word.endsWith('men')) return `${word.slice(0, -3)}man`;
  let stem = word;
  if (word.length > 3 && word.endsWith('s') && !/[sui]s$/.test(word)) stem = word.slice(0, -1);
  if (stem.endsWith('ie')) return `${stem.slice(0, -2)}y`;
  if (/[vf]e$/.test(stem)) return `${stem.slice(0, -2)}f`;
  if (/(?:[sxz]|[cs]h)e$/.test(stem)) return stem.slice(0, -1);
  return stem;
}
