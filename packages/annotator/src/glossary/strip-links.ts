// Strips the marks of links to entries from a text: a person reads the name.

import type { Span } from '../corpus/corpus.ts';

const linkPattern = /\[\[([^[\]|\n]+)(?:\|([^[\]|\n]*))?\]\]/gu;

/** `[[Term]]` becomes `Term`, and `[[Term|words]]` becomes `words`. */
export function stripLinks(text: string): string {
  return text.replace(linkPattern, (_, term: string, shown: string | undefined) =>
    (shown?.trim() || term).trim(),
  );
}

/** Where the links that `stripLinks` strips are in the text, including their marks. */
export function listLinkSpans(text: string): readonly Span[] {
  return [...text.matchAll(linkPattern)].map(({ index, 0: link }) => ({
    start: index,
    end: index + link.length,
  }));
}
