// Tells whether two pieces of evidence cite the same words, or one of them a part of the other.

import type { Evidence } from './entry.ts';

/** Whether two pieces of evidence cite the same words of the same post. */
export function isSamePlace(a: Evidence, b: Evidence): boolean {
  return a.corpus === b.corpus && a.postId === b.postId && a.start === b.start && a.end === b.end;
}

/** Whether `a` cites a part of the words that `b` cites, or all of them. */
export function isWithin(a: Evidence, b: Evidence): boolean {
  return a.corpus === b.corpus && a.postId === b.postId && a.start >= b.start && a.end <= b.end;
}
