// Tells whether a clause may begin at a word of a sentence.
import type { Token } from './split-sentences.ts';

const none: ReadonlySet<string> = new Set();

/** `joints` are words after which a clause may begin, such as "and". */
export function isClauseStart(
  tokens: readonly Token[],
  at: number,
  joints: ReadonlySet<string> = none,
): boolean {
  const former = tokens[at - 1];
  return former === undefined || former.isEnd || joints.has(former.word);
}
