// Judges whether a text is English, the one language whose names and sentences the built-in reader knows.

import { isListed } from './lexicon.ts';

/** Why the built-in reader leaves a scene out that is in another language. */
export const otherLanguageReason = 'not in English, and the built-in reader knows no other language.';

/** Fewer letters or words than these tell nothing. */
const leastLetters = 10;
const leastWords = 40;
/** English prose has some 40 % function words; Dutch, the nearest, happens to have 10 % that look like them. */
const leastFunctionShare = 0.15;

/** False only where the script or the words say so: a short text or a list of names passes for English. */
export function isEnglishProse(text: string): boolean {
  const letters = countMatches(text, /\p{L}/gu);
  if (letters < leastLetters) return true;
  if (countMatches(text, /\p{scx=Latin}/gu) < letters / 2) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < leastWords) return true;
  const functionWords = words.filter((word) => isListed('functionWords', word)).length;
  return functionWords >= words.length * leastFunctionShare;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
