// Lists the other spellings of a word that an index has: with or without accents, `ss` for `ß`, `o` for `ø`.

import { listAccentRanges, stripAccents, type TermRange } from '@terrarium/kernel/accented-forms';
import { stripPlural } from './text-words.ts';

/** Lists at most `limit` words of an index within a range, the shortest first. */
type ListWords = (range: TermRange, limit: number) => readonly string[];

/**
 * The maximum number of words of each range that are compared: in some languages, very many words begin with a letter
 * that has an accent.
 */
const mostInRange = 1_000;
/** Other spellings of a longer word are not looked up: hardly anybody typed such a word. */
const mostLetters = 60;

/** `word` is in lower case. The word as it is typed without accents is always listed, unless it is very long. */
export function listSpellings(
  word: string,
  listWords: ListWords,
  stripForm: (word: string) => string = stripAccents,
): readonly string[] {
  if (word.length > mostLetters) return [word];
  const bare = stripForm(word);
  const accented = listAccentRanges(word).flatMap((range) => listWords(range, mostInRange));
  return [...new Set([bare, ...accented.filter((other) => stripForm(other) === bare)])];
}

/** Like `listSpellings`, but for the stem that a singular and its plural share. */
export function listStemSpellings(stem: string, listWords: ListWords): readonly string[] {
  return listSpellings(stem, listWords, (word) => stripPlural(stripAccents(word)));
}
