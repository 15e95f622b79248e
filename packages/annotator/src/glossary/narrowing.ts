// Narrowing: an update that would replace a full definition with less than it said.

import { splitWords } from './text-words.ts';

// Shorter definitions have little to lose.
const minWords = 6;
// Losing more than half of what a definition said is no correction of detail.
const lostShare = 0.5;
// A rewrite that brings at least this many new words for each lost one replaces them.
const replacedShare = 0.5;
const emptyWords: ReadonlySet<string> = new Set(
  (
    'a an the of and or but nor so yet in on at to for from by with without into onto over under up down out off as is are was were ' +
    'be been being has have had do does did will would can could shall should may might must not no it its he him his she her ' +
    'they them their we us our you your i me my this that these those who whom whose which what when where how there here ' +
    'than then also one some any all each very more most such only own same other about after before between through during'
  ).split(' '),
);

export interface Narrowing {
  /** Words of the old definition that the new one lacks, as the old one wrote them, in order. */
  readonly lost: readonly string[];
}

/** What an update would lose, when that is most of the definition and nothing comes in its place; else undefined. */
export function findNarrowing(old: string, next: string): Narrowing | undefined {
  const before = listContentWords(old);
  const after = listContentWords(next);
  if (before.size < minWords) return undefined;
  const lost = [...before].filter(([stem]) => !after.has(stem)).map(([, word]) => word);
  const gained = [...after.keys()].filter((stem) => !before.has(stem)).length;
  const isNarrowing = lost.length > before.size * lostShare && gained < lost.length * replacedShare;
  return isNarrowing ? { lost } : undefined;
}

function listContentWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of splitWords(text)) {
    if (!emptyWords.has(word.folded) && !words.has(word.stem)) words.set(word.stem, word.folded);
  }
  return words;
}
