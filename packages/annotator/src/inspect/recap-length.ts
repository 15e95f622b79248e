// Measures how long a recap is, in words; two Chinese or Japanese characters count as one word.

import { countCharacters, countWords } from '../importers/book.ts';

/** A person reads two characters in about the time of an English word. */
export const charactersPerWord = 2;

export function countRecapWords(text: string): number {
  const characters = countCharacters(text);
  return countWords(text) - characters + characters / charactersPerWord;
}

/** Whether most of a text is in Chinese or Japanese characters, so that its length is told in these. */
export function isInCharacters(text: string): boolean {
  return countCharacters(text) > countWords(text) / 2;
}
