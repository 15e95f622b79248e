// Tells whether an 's marks the words before it as an owner, such as "Anna" in "Anna's husband".
import type { Token } from './split-sentences.ts';

/** Whether the words before `end` are an owner, as "Anna" in "my boss is Anna's husband". */
export function isOwner(tokens: readonly Token[], end: number): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  return (
    last !== undefined &&
    next !== undefined &&
    next.from === last.to + 1 &&
    next.to === next.from + 1 &&
    next.word === 'is'
  );
}
