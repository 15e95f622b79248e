// Lists the other spellings of a word that an index has: without accents, `ss` for `ß`, hiragana for katakana.

import { listAccentRanges, stripAccents, type TermRange } from '@terrarium/kernel/accented-forms';
import { toHiragana, toKatakana } from '@terrarium/kernel/fold-kana';
import { stripPlural } from './text-words.ts';

/** Lists at most `limit` words of an index within a range, the shortest first. */
type ListWords = (range: TermRange, limit: number) => readonly string[];

/**
 * The maximum number of words that are compared within each range: in some languages, very many words begin with an
 * accented letter.
 */
const mostInRange = 1_000;
/** Other spellings are not looked up for longer words: nobody types them. */
const mostLetters = 60;

/**
 * Lists spellings of `word`, which is in lower case: without accents, in hiragana, in katakana, and with other accents
 * if the index has them. Lists only the word itself if it is very long.
 */
export function listSpellings(
  word: string,
  listWords: ListWords,
  stripForm: (word: string) => string = stripAccents,
): readonly string[] {
  if (word.length > mostLetters) return [word];
  const bare = stripForm(word);
  const accented = listAccentRanges(word).flatMap((range) => listWords(range, mostInRange));
  const kana = [toHiragana(bare), toKatakana(bare)];
  return [...new Set([bare, ...kana, ...accented.filter((other) => stripForm(other) === bare)])];
}

/** Like `listSpellings`, but for the stem that a singular and its plural share. */
export function listStemSpellings(stem: string, listWords: ListWords): readonly string[] {
  return listSpellings(stem, listWords, (word) => stripPlural(stripAccents(word)));
}
