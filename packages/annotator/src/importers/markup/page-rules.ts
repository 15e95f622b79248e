// Page rules: which elements of a known site's pages are story, and what the others are.

import type { ApartKind } from '../book.ts';

/** What becomes of the text of an element: story, kept apart as something, or only counted as what is left out. */
export type Fate = 'story' | { readonly apart: ApartKind } | { readonly leftOut: string };

/** Names an element by `#id`, `.class`, `name` or `name.class`; digits that Calibre adds to a class count for nothing. */
type ElementName = string;

export interface PageRules {
  /** As a person calls the site or the program. */
  readonly name: string;
  /** What stands outside every element that is named in `fates`. */
  readonly outside: Fate;
  /** Of several that fit an element the first counts; elements within it share its fate unless they have one. */
  readonly fates: readonly (readonly [ElementName, Fate])[];
  /** Headings that begin chapters; where there are none of these, any heading may. */
  readonly chapterHeadings?: readonly ElementName[] | undefined;
  /** Lines that say what the text kept apart after them is, within one element. */
  readonly labels?: readonly (readonly [RegExp, ApartKind])[] | undefined;
  /** Where the page says what the story is called, and who wrote it. */
  readonly title?: ElementName | undefined;
  readonly author?: ElementName | undefined;
  /** Finds `book` and `author` in what the page calls itself, and `chapter` where the page is one. */
  readonly pageTitle?: RegExp | undefined;
}

export type Attributes = Readonly<Record<string, string>>;

/** What the site calls the parts of its pages that are neither story nor about it. */
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
