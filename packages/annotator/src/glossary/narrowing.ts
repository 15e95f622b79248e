// Narrowing: an update whose new definition says much less than the old one.

import { splitWords } from './text-words.ts';
import { isFunctionWord } from './word-list.ts';

// Shorter definitions have little to lose.
const minWords = 6;
// Losing more than this share of a definition is no correction of detail.
const lostShare = 0.5;
// A rewrite that brings at least this many new words for each lost one replaces them.
const replacedShare = 0.5;
export interface Narrowing {
  /** Words of the old definition that the new one lacks, as the old one wrote them, in order. */
  readonly lost: readonly string[];
}

/** What an update would lose, when that is most of the definition and nothing replaces it; else undefined. */
export function findNarrowing(old: string, next: string): Narrowing | undefined {
  const before = listContentWords(old);
  const after = listContentWords(next);
  if (before.size < minWords) return undefined;
  const lost = [...before].filter(([stem]) => !after.has(stem)).map(([, word]) => word);
  const gained = [...after.keys()].filter((stem) => !before.has(stem)).length;
  const isNarrowing = lost.length > before.size * lostShare && gained < lost.length * replacedShare;
  return isNarrowing ? { lost } : undefined;
}

/** The words that carry meaning, as written, by their stems. */
export function listContentWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of splitWords(text)) {
    if (!isFunctionWord(word.folded) && !words.has(word.stem)) words.set(word.stem, word.folded);
  }
  return words;
}
