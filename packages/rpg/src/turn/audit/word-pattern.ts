// Word patterns: short sequences of words, in any tense, that say something about the player's character or somebody else.

import { toBase } from './base-form.ts';
import type { Word } from './word.ts';

/** One word, or a gap of a few words of any kind. */
interface Slot {
  readonly isGap: boolean;
  readonly bases: ReadonlySet<string>;
  readonly isOptional: boolean;
  readonly hasYou: boolean;
  readonly hasYour: boolean;
}

export type WordPattern = readonly Slot[];

/** Tells which words mean the player's character in the clause. */
export interface Speaker {
  readonly isYou: (word: Word, index: number) => boolean;
  readonly isYour: (word: Word) => boolean;
}

const widestGap = 3;

/**
 * `YOU` and `YOUR` mean the player's character, `a|b` either word, `a?` a word that may be missing, `*` up to three words of
 * any kind. Every word stands for all its forms.
 */
export function compilePattern(source: string): WordPattern {
  return source.split(' ').map((part) => {
    const isOptional = part.endsWith('?');
    const words = (isOptional ? part.slice(0, -1) : part).split('|');
    return {
      isGap: part === '*',
      bases: new Set(words.filter((word) => !/^YOUR?$/.test(word)).map(toBase)),
      isOptional,
      hasYou: words.includes('YOU'),
      hasYour: words.includes('YOUR'),
    };
  });
}

/** The first match of the pattern, as the positions of its first word and of the first word after the match. */
export function matchPattern(
  words: readonly Word[],
  pattern: WordPattern,
  speaker: Speaker,
): { readonly at: number; readonly behind: number } | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const behind = matchFrom({ words, pattern, speaker }, at, 0);
    if (behind !== undefined) return { at, behind };
  }
  return undefined;
}

interface Matching {
  readonly words: readonly Word[];
  readonly pattern: WordPattern;
  readonly speaker: Speaker;
}

/** The search is bounded: a pattern has few slots, and a gap takes three words at most. */
function matchFrom(matching: Matching, at: number, slotAt: number): number | undefined {
  const slot = matching.pattern[slotAt];
  if (slot === undefined) return at;
  if (slot.isGap) {
    for (let width = 0; width <= widestGap; width += 1) {
      const behind = matchFrom(matching, at + width, slotAt + 1);
      if (behind !== undefined) return behind;
    }
    return undefined;
  }
  const word = matching.words[at];
  if (word !== undefined && isIn(slot, word, { at, speaker: matching.speaker })) {
    const behind = matchFrom(matching, at + 1, slotAt + 1);
    if (behind !== undefined) return behind;
  }
  return slot.isOptional ? matchFrom(matching, at, slotAt + 1) : undefined;
}

function isIn(slot: Slot, word: Word, { at, speaker }: { at: number; speaker: Speaker }): boolean {
  return (
    slot.bases.has(word.base) ||
    (slot.hasYou && speaker.isYou(word, at)) ||
    (slot.hasYour && speaker.isYour(word))
  );
}
