// Terms: what a text can be found by. Stems of its telling words; characters and pairs of them where words are not spaced.

import { stemWord } from './stem-word.ts';
import wordForms from './word-forms.json' with { type: 'json' };

export interface Terms {
  /** How often each occurs, in the order of the text. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many there are, repeated ones counted. */
  readonly length: number;
}

export interface TermLimits {
  /** Only so much of the text is looked at, in UTF-16 units. */
  readonly characters: number;
  /** No more different terms than this. */
  readonly terms: number;
}

/** Beyond it a message is a document that was pasted: what it is about is known by then. */
export const indexedLimits: TermLimits = { characters: 200_000, terms: 4_000 };
/** A longer message asks nothing more precisely. */
export const queryLimits: TermLimits = { characters: 8_000, terms: 256 };

const longestWord = 40;
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const pieces = new RegExp(`${unspaced}+|[[\\p{L}\\p{N}\\p{M}]--${unspaced}]+(?:['’][\\p{L}]+)?`, 'gv');
const startsUnspaced = new RegExp(`^${unspaced}`, 'v');
const stopWords: ReadonlySet<string> = new Set(wordForms.stopWords.split(' '));

/** The terms of any text whatever; nothing of it is ever syntax. Question words and other words without content have none. */
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

/** For each term the word of the text that it comes from first, as it stands there: a stem is no word to show. */
export function collectTermWords(
  text: string,
  limits: Pick<TermLimits, 'characters'>,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const read = text.slice(0, limits.characters).toWellFormed().normalize('NFKC');
  const lower = read.toLowerCase();
  // Some capitals are longer when they are small: then no place in one text is the same in the other.
  const shown = lower.length === read.length ? read : lower;
  for (const { 0: piece, index } of lower.matchAll(pieces)) {
    const word = shown.slice(index, index + piece.length);
    for (const term of listTerms(piece)) {
      if (!words.has(term)) words.set(term, startsUnspaced.test(piece) ? term : word);
    }
  }
  return words;
}

function listTerms(piece: string): readonly string[] {
  if (startsUnspaced.test(piece)) return listCharacters(piece);
  const word = piece.replace(/['’][\s\S]*/, '');
  if (word === '' || stopWords.has(word)) return [];
  return [stemWord(word.slice(0, longestWord).toWellFormed())];
}

/** A character alone finds its text, a pair tells what is meant. */
function listCharacters(run: string): readonly string[] {
  const characters = [...run];
  return characters.flatMap((character, at) =>
    at === 0 ? [character] : [character, `${characters[at - 1]}${character}`],
  );
}
