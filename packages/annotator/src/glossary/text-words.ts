// Words of a text as names are looked for: where each stands, its folded form, and whether it has a capital.

import { normaliseLetters } from './normalise-letters.ts';

/** A word and where it stands (UTF-16 offsets). */
export interface TextWord {
  readonly start: number;
  readonly end: number;
  /** Lower case, compatibility forms folded, without a possessive ending. */
  readonly folded: string;
  /** `folded` with an English plural folded as well; the same for singular and plural. */
  readonly stem: string;
  readonly isCapitalised: boolean;
}

// Scripts written without spaces (and Hangul, whose particles hang on the name): each character is a word of its own.
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const letter = `[[\\p{L}\\p{N}]--${unspaced}]`;
// A soft hyphen or an invisible joiner stands inside a word.
const tail = `[${letter}\\p{M}\\p{Join_Control}\\u00ad\\u2060]*`;
const wordPattern = new RegExp(
  `(?:[A-Za-z0-9]+|${letter})${tail}(?:['’ʼ＇]${letter}${tail})*|${unspaced}[\\p{M}\\uFF9E\\uFF9F]*`,
  'gv',
);
const unspacedPattern = new RegExp(`^${unspaced}`, 'v');
const nonAscii = /[^\0-\x7f]/;
const asciiPunctuation = /[\0-&(-/:-@[-`{-\x7f]/g;

// A scene's text is gone through for entries, for held words and for the index: its words are split once.
const recentTexts = new Map<string, readonly TextWord[]>();
const maxRecentTexts = 64;
// Sentences and definitions are quicker split than remembered.
const worthRemembering = 400;

/** The words of a text in order, in one pass. */
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
  wordPattern.lastIndex = 0;
  for (let match = wordPattern.exec(text); match !== null; match = wordPattern.exec(text)) {
    const { length, folded, stem, isCapitalised } = resolveForms(match[0]);
    words.push({ start: match.index, end: match.index + length, folded, stem, isCapitalised });
  }
  return words;
}

/** Pieces in which two spellings of a sentence are compared: words, and single characters where words are not spaced. */
export const comparedPieces = new RegExp(
  `${unspaced}[\\p{M}\\uFF9E\\uFF9F]*|[[\\p{L}\\p{N}\\p{M}']--${unspaced}]+`,
  'gv',
);

/** Whether a word belongs to a script in which names are found inside longer runs. */
export function isUnspaced(word: string): boolean {
  return unspacedPattern.test(word);
}

interface WordForms {
  readonly length: number;
  readonly folded: string;
  readonly stem: string;
  readonly isCapitalised: boolean;
}

// Few words make up most of a text, so their forms are kept; emptied when full, so that memory stays bounded.
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

/**
 * The same form for an English singular and its plural. Both are bent (`horse` and `horses` become `hors`), so the
 * result is for comparing, not for showing.
 */
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
