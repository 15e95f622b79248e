// Extracts what looks like names: runs of capitalised words in mid-sentence.

import { isListed } from '../reader/lexicon.ts';

/** Titles that are written as abbreviations; they are no part of a name. */
const title = 'Mr|Mrs|Ms|Mx|Messrs|Dr|Prof|Rev|Hon|Gen|Col|Maj|Capt|Lt|Sgt|Mme|Mlle';
const isTitle = new RegExp(`^(?:${title})$`, 'u');
/**
 * Matches capitalised words after a small letter, a possible comma or semicolon, and a blank: no sentence begins there.
 */
const namePattern = new RegExp(
  `(?<=\\p{Ll}[,;]? )(?:(?:${title})\\.? )?((?:St\\. )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*)`,
  'gu',
);

/** Distinct names in the order of their first mention, at most `limit`. */
export function extractNames(texts: readonly string[], limit: number): readonly string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(namePattern)) {
      if (!isName(name)) continue;
      names.add(name);
      if (names.size >= limit) return [...names];
    }
  }
  return [...names];
}

/** Leaves out a title without a name, and words such as `I` or `No`, which may have a capital without being names. */
function isName(name: string): boolean {
  const lower = name.toLowerCase();
  return !isTitle.test(name) && !isListed('functionWords', lower) && !isListed('interjections', lower);
}
