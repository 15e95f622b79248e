// Tells common nouns from names where every noun has a capital, as in German: nouns stand after articles and numbers.

import { isListed } from '../reader/lexicon.ts';

/**
 * Whether the text has the word at least once right after an article, a possessive or a number of German, or of Danish
 * as it was written until 1948.
 */
export function isUsedAsNoun(noun: string, text: string): boolean {
  for (let at = text.indexOf(noun); at >= 0; at = text.indexOf(noun, at + noun.length)) {
    const before = /(?<!\p{L})\p{L}+ $/u.exec(text.slice(Math.max(0, at - longest), at))?.[0] ?? '';
    const isWhole = !/^\p{L}/u.test(text.slice(at + noun.length, at + noun.length + 2));
    if (isWhole && isListed('nounMarkers', before.trim().toLowerCase())) return true;
  }
  return false;
}

/** How many characters before a noun are searched: room for the longest marker, a blank and the character before it. */
const longest = 16;
