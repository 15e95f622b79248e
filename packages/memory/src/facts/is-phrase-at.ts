// Tells whether the words of a phrase stand at a place of a sentence.
import type { Token } from './split-sentences.ts';

export function isPhraseAt(tokens: readonly Token[], phrase: readonly string[], at: number): boolean {
  return phrase.every((word, next) => tokens[at + next]?.word === word);
}
