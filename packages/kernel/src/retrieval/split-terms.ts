// Splits a text into the terms by which it is found: stems of words or, in scripts without spaces, characters and pairs.
import wordForms from './word-forms.json' with { type: 'json' };

export interface Terms {
  /** How often each term occurs, in the order of the text. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many terms the text has, counting repetitions. */
  readonly length: number;
}

export interface TermLimits {
  /** At most this much of the text is read, in UTF-16 units. */
  readonly characters: number;
  /** At most this many different terms are kept. */
  readonly terms: number;
}

/** Limits for texts of the index. A longer message is a pasted document, and this much shows its subject. */
export const indexedLimits: TermLimits = { characters: 200_000, terms: 4_000 };
/** Limits for queries. More text would not make a query clearer. */
export const queryLimits: TermLimits = { characters: 8_000, terms: 256 };

const longestWord = 40;
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const pieces = new RegExp(`${unspaced}+|[[\\p{L}\\p{N}\\p{M}]--${unspaced}]+(?:['’][\\p{L}]+)?`, 'gv');
const startsUnspaced = new RegExp(`^${unspaced}`, 'v');
const stopWords: ReadonlySet<string> = new Set(wordForms.stopWords.split(' '));

/**
 * Splits any text into terms; nothing in it is read as query syntax. Question words and other words without content
 * give no terms.
 */
export function splitTerms(text: string, limits: TermLimits = indexedLimits): Terms {
  const counts = new Map<string, number>();
  let length = 0;
  const read = text.slice(0, limits.characters).toWellFormed().normalize('NFKC').toLowerCase();
  for (const [piece] of read.matchAll(pieces)) {
    for (const term of listTerms(piece)) {
      const count = counts.get(term);
      if (count === undefined && counts.size >= limits.terms) return { counts, length };
      counts.set(term, (count ?? 0) + 1);
      length += 1;
    }
  }
  return { counts, length };
}

export function collectDistinctTerms(text: string, limits: TermLimits = indexedLimits): ReadonlySet<string> {
  return new Set(splitTerms(text, limits).counts.keys());
}

/**
 * For each term, the first word in the text that gives it, as written there, because people cannot be shown a stem. In
 * a script without spaces, the term itself.
 */
export function collectTermWords(
  text: string,
  limits: Pick<TermLimits, 'characters'>,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const read = text.slice(0, limits.characters).toWellFormed().normalize('NFKC');
  const lower = read.toLowerCase();
  // Some capitals become longer in lower case. In this case, positions in the two texts differ, and the lower-case
  // text is used.
  const shown = lower.length === read.length ? read : lower;
  for (const { 0: piece, index } of lower.matchAll(pieces)) {
    const word = shown.slice(index, index + piece.length);
    for (const term of listTerms(piece)) {
      if (!words.has(term)) words.set(term, startsUnspaced.test(piece) ? term : word);
    }
  }
  return words;
}

/** The places of the words or, in a script without spaces, of the characters that give one of the wanted terms. */
export function findTermSpans(text: string, wanted: ReadonlySet<string>): readonly TermSpan[] {
  return [...text.slice(0, indexedLimits.characters).matchAll(pieces)].flatMap(({ 0: piece, index }) => {
    const word = piece.normalize('NFKC').toLowerCase();
    const characters = startsUnspaced.test(word) ? [...piece] : [piece];
    let at = index;
    return characters.flatMap((character) => {
      const start = at;
      at += character.length;
      const term = listTerms(character.normalize('NFKC').toLowerCase()).find((one) => wanted.has(one));
      return term === undefined ? [] : [{ term, start, end: at }];
    });
  });
}

/** The positions are in UTF-16 units. */
export interface TermSpan {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

function listTerms(piece: string): readonly string[] {
  if (startsUnspaced.test(piece)) return listCharacters(piece);
  const word = piece.replace(/['’][\s\S]*/, '');
  if (word === '' || stopWords.has(word)) return [];
  return [stemWord(word.slice(0, longestWord).toWellFormed())];
}

/**
 * Lists the characters and the pairs of neighbours: a character is enough to find a text, and a pair finds it more
 * precisely.
 */
function listCharacters(run: string): readonly string[] {
  const characters = [...run];
  return characters.flatMap((character, at) =>
    at === 0 ? [character] : [character, `${characters[at - 1]}${character}`],
  );
}

type Rule = readonly [ending: string, instead: string];

const doubleEndings: readonly Rule[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];
const adjectiveEndings: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const lastEndings =
  /^(.+?)(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic|ou)$/;

const irregular = new Map(
  Object.entries(wordForms.irregular).flatMap(([base, forms]) =>
    forms.split(' ').map((form) => [form, base]),
  ),
);

// A cache of stems, because a few words make up most of any text. It is emptied when it is full, to limit memory.
const known = new Map<string, string>();
const maxKnown = 20_000;

/** Whether a text begins with a character of a script without spaces. */
export function isUnspaced(text: string): boolean {
  return startsUnspaced.test(text);
}

/** The stem of a word in lower case. A word with letters other than a to z is its own stem. */
export function stemWord(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const base = irregular.get(word) ?? word;
  const stem = base.length < 3 || !/^[a-z]+$/.test(base) ? base : stemEnglish(base);
  if (known.size >= maxKnown) known.clear();
  known.set(word, stem);
  return stem;
}

function stemEnglish(word: string): string {
  let stem = stripVerbEnding(stripPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = applyRule(applyRule(stem, doubleEndings), adjectiveEndings);
  return stripFinalLetter(stripLastEnding(stem));
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function stripVerbEnding(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const rest = word.replace(/(ed|ing)$/, '');
  if (rest === word || !hasVowel(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (hasDoubleEnd(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && hasShortEnd(rest) ? `${rest}e` : rest;
}

function applyRule(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([ending]) => word.endsWith(ending));
  if (rule === undefined) return word;
  const rest = word.slice(0, -rule[0].length);
  return measure(rest) > 0 ? rest + rule[1] : word;
}

function stripLastEnding(word: string): string {
  const rest = lastEndings.exec(word)?.[1];
  return rest !== undefined && measure(rest) > 1 ? rest : word;
}

function stripFinalLetter(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1);
    const count = measure(rest);
    if (count > 1 || (count === 1 && !hasShortEnd(rest))) stem = rest;
  }
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

/** How often a vowel, or a group of vowels, is followed by consonants. */
function measure(word: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < word.length; at++) {
    const isNow = isVowel(word, at);
    if (wasVowel && !isNow) count += 1;
    wasVowel = isNow;
  }
  return count;
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at] ?? '';
  return /[aeiou]/.test(letter) || (letter === 'y' && at > 0 && !isVowel(word, at - 1));
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

function hasDoubleEnd(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !isVowel(word, last);
}

/** Whether the word ends in consonant, vowel, consonant, as in "hop", and its last letter is not w, x or y. */
function hasShortEnd(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || /[wxy]$/.test(word)) return false;
  return !isVowel(word, last) && isVowel(word, last - 1) && !isVowel(word, last - 2);
}
