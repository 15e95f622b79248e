// Judges by its letters and function words whether a text is in another language than English.

import { findForeignWords } from './find-foreign-words.ts';

/** This many characters of a text are enough to show its language. */
const judgedLetters = 400;

/** A language in Latin letters counts only if its function words are known. */
export function isForeignText(text: string): boolean {
  const judged = text.slice(0, judgedLetters);
  const letters = judged.match(/\p{L}/gu)?.length ?? 0;
  const latin = judged.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 < letters || findForeignWords(judged).size > 0;
}
