// Finds names in a text that no entry bears yet: runs of capitalised words in mid-sentence.

import type { Span } from '../corpus/corpus.ts';

/** A capital after a lower-case word or a comma is no sentence's beginning. */
const namePattern = /(?<=\p{Ll}[,;]? )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu;
/** Names looked at per text; a scene rarely brings more that matter. */
const maxNames = 8;

/** Distinct names outside the known spans, in the order of their first mention. */
export function findUnknownNames(text: string, known: readonly Span[]): readonly string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(namePattern)) {
    if (!overlaps(known, match.index)) names.add(match[0]);
    if (names.size >= maxNames) break;
  }
  return [...names];
}

/** Whether a position lies in one of the spans, which are sorted and do not overlap. */
function overlaps(spans: readonly Span[], position: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) <= position;
}
