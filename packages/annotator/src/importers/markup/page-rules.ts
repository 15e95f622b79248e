// Page rules: which elements of a site's pages are story, and what becomes of the others.

import type { ApartKind } from '../book.ts';

/** What happens to an element's text: it is story, is kept apart as a kind, or is left out and counted. */
export type Fate = 'story' | { readonly apart: ApartKind } | { readonly leftOut: string };

/** Selects an element by `#id`, `.class`, `name` or `name.class`; digits that Calibre adds to a class are ignored. */
type ElementName = string;

export interface PageRules {
  /** The usual name of the site or program. */
  readonly name: string;
  /** What happens to text outside all elements that `fates` lists. */
  readonly outside: Fate;
  /**
   * The first item that matches an element counts. It also decides about the elements inside, except those that match
   * an item themselves.
   */
  readonly fates: readonly (readonly [ElementName, Fate])[];
  /** Headings that begin chapters; if undefined, all headings do. */
  readonly chapterHeadings?: readonly ElementName[] | undefined;
  /** For an element that is kept apart: lines that name the kind of the text after them. */
  readonly labels?: readonly (readonly [RegExp, ApartKind])[] | undefined;
  /** The element with the title of the story. */
  readonly title?: ElementName | undefined;
  readonly author?: ElementName | undefined;
  /** A pattern that finds `book`, `author` and `chapter` in the title of the page. */
  readonly pageTitle?: RegExp | undefined;
}

export type Attributes = Readonly<Record<string, string>>;

/** What reports call the parts of a page that are neither the story nor about the story. */
export const aroundStory = 'what the site puts around a story';

export function findFate(rules: PageRules, name: string, attributes: Attributes): Fate | undefined {
  if (rules.fates.length === 0) return undefined;
  const names = listElementNames(name, attributes);
  return rules.fates.find(([wanted]) => names.has(wanted))?.[1];
}

export function isNamed(wanted: readonly ElementName[], name: string, attributes: Attributes): boolean {
  const names = listElementNames(name, attributes);
  return wanted.some((one) => names.has(one));
}

function listElementNames(name: string, attributes: Attributes): ReadonlySet<ElementName> {
  const names = new Set([name]);
  if (attributes['id'] !== undefined) names.add(`#${attributes['id']}`);
  for (const given of (attributes['class'] ?? '').split(/\s+/u)) {
    if (given === '') continue;
    for (const one of [given, given.replace(/(?<!\d)\d{1,3}$/u, '')]) {
      names.add(`.${one}`);
      names.add(`${name}.${one}`);
    }
  }
  return names;
}

/**
 * Terms of the EPUB Structural Semantics Vocabulary for parts that are not story. Prefaces, epigraphs, appendices and
 * glossaries are not listed, as they may be part of the story.
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
