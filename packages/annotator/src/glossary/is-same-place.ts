// Tells whether two pieces of evidence cite the same words, or one of them a part of the other.

import type { Evidence } from './entry.ts';

/** Whether two pieces of evidence cite the same words of the same post. */
export function isSamePlace(a: Evidence, b: Evidence): boolean {
  return a.corpus === b.corpus && a.postId === b.postId && a.start === b.start && a.end === b.end;
}

/** Whether a piece of evidence is a part of another. */
export function isWithin(a: Evidence, b: Evidence): boolean {
  return a.corpus === b.corpus && a.postId === b.postId && a.start >= b.start && a.end <= b.end;
}
