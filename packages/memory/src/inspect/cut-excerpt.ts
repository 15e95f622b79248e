// Excerpt: the part of a long text in which what was looked for first stands.

import { splitTerms } from '@terrarium/kernel/split-terms';

const excerptLength = 240;
/** How much of what comes before is shown, in UTF-16 units. */
const leadLength = 60;

/** On one line; what was left out is marked. */
export function cutExcerpt(text: string, terms: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= excerptLength) return line;
  const from = Math.max(
    0,
    Math.min(measureFirst(line, new Set(terms)) - leadLength, line.length - excerptLength),
  );
  const cut = line
    .slice(from, from + excerptLength)
    .toWellFormed()
    .trim();
  return `${from > 0 ? '… ' : ''}${cut}${from + excerptLength < line.length ? ' …' : ''}`;
}

function measureFirst(line: string, terms: ReadonlySet<string>): number {
  for (const match of line.slice(0, 200_000).matchAll(/\S+/g)) {
    if ([...splitTerms(match[0]).counts.keys()].some((term) => terms.has(term))) return match.index;
  }
  return 0;
}
