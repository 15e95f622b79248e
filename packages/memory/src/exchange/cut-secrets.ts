// Cuts secrets out of a text: what leaves the memory holds none unless it was asked for.

import type { Span } from '../tags/tag.ts';

/** The tags go with what they hold; one that is never closed takes all that follows. */
const secret = /<secret>[\s\S]*?(?:<\/secret>|$)/giu;

export function cutSecrets(text: string): string {
  return text.replace(secret, '');
}

/** The text without secrets, and its other spans where they stand in it then. */
export function cutSecretSpans(
  text: string,
  spans: readonly Span[],
): { text: string; spans: readonly Span[] } {
  const cuts = [...text.matchAll(secret)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const isCut = ({ start }: Span) => cuts.some(({ from, to }) => from <= start && start < to);
  const countBefore = (start: number) =>
    cuts.filter(({ to }) => to <= start).reduce((sum, { from, to }) => sum + to - from, 0);
  const kept = spans
    .filter((span) => span.tag !== 'secret' && !isCut(span))
    .map((span) => ({
      ...span,
      content: cutSecrets(span.content),
      start: span.start - countBefore(span.start),
    }));
  return { text: cutSecrets(text), spans: kept };
}
