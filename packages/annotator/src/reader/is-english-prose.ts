// Judges whether a text is English, the only language whose names and sentences the built-in reader knows.

import { isListed } from './lexicon.ts';

/** Why the built-in reader leaves out a scene in another language. */
export const otherLanguageReason = 'not in English, and the built-in reader knows no other language.';

/** If there are fewer letters or words, the language cannot be judged. */
const leastLetters = 10;
const leastWords = 40;
/**
 * Some 40 % of the words of English prose are function words. Dutch comes nearest: 10 % of its words look like English
 * function words.
 */
const leastFunctionShare = 0.15;

/**
 * Whether most letters are Latin and enough words are English function words. A text that is too short to judge counts
 * as English.
 */
export function isEnglishProse(text: string): boolean {
  const letters = countSigns(text, /\p{L}/u);
  if (letters < leastLetters) return true;
  if (countSigns(text, /\p{scx=Latin}/u) < letters / 2) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < leastWords) return true;
  const functionWords = words.filter((word) => isListed('functionWords', word)).length;
  return functionWords >= words.length * leastFunctionShare;
}

/**
 * Counts the characters that match the pattern. ASCII characters are not tested: of these, exactly the letters are
 * counted, so the pattern must agree with this.
 */
function countSigns(text: string, pattern: RegExp): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      if (isAsciiLetter(code)) count += 1;
      continue;
    }
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (pattern.test(sign)) count += 1;
    at += sign.length - 1;
  }
  return count;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
