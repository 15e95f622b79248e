// Finds what an element is by the meaning that books give it (`epub:type`, `role`).

import type { ApartKind } from '../book.ts';
import type { Attributes, Fate } from './page-rules.ts';

/**
 * Words of the EPUB Structural Semantics Vocabulary that name what is no story. Prefaces, epigraphs, appendices and
 * glossaries of a book are left to be read: they may be part of it.
 */
const kinds: Readonly<Record<string, ApartKind>> = {
  ...Object.fromEntries(
    'footnote footnotes endnote endnotes rearnote rearnotes'.split(' ').map((word) => [word, 'footnote']),
  ),
  ...Object.fromEntries(
    `titlepage halftitlepage copyright-page imprint imprimatur colophon dedication acknowledgments contributors
    other-credits errata index bibliography credits credit`
      .split(/\s+/u)
      .map((word) => [word, 'matter']),
  ),
};
const contents = new Set(['toc', 'landmarks', 'loi', 'lot', 'loa', 'lov', 'page-list', 'toc-brief']);

export function joinTypes(attributes: Attributes): string {
  return `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`;
}

export function findTypeFate(attributes: Attributes, contentsName: string): Fate | undefined {
  const types = joinTypes(attributes).toLowerCase();
  if (types === ' ') return undefined;
  for (const type of types.slice(0, 1_000).split(/\s+/u)) {
    const word = type.replace(/^doc-/u, '');
    if (contents.has(word)) return { leftOut: contentsName };
    const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
    if (kind !== undefined) return { apart: kind };
  }
  return undefined;
}
