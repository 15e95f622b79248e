// Term forms: a name as it is compared, with and without its suffix, and the surfaces a text may show.

import { splitWords } from './text-words.ts';

const suffixPattern = /(?:(?<!\s)\s+)?\(([^()]*)\)\s*$/;
const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** The name without the suffix that tells homographs apart: `Dawn (character)` is shown in text as `Dawn`. */
export function stripSuffix(term: string): string {
  const stripped = term.replace(suffixPattern, '').trim();
  return stripped === '' ? term.trim() : stripped;
}

/** Two terms are the same entry when this is equal: case, white space, hyphens and compatibility forms folded. */
export function normaliseTerm(term: string): string {
  const suffix = suffixPattern.exec(term)?.[1];
  const name = normaliseName(stripSuffix(term));
  return suffix === undefined || name === '' ? name : `${name} (${normaliseName(suffix)})`;
}

/** A surface as one looks it up: `TARS-Tarkas` and `Tars  Tarkas` are `tars tarkas`. Empty when it has no letter. */
export function normaliseName(surface: string): string {
  return splitWords(surface)
    .map((word) => word.folded)
    .join(' ');
}

/** A surface as one compares it for likeness: articles, plurals and word borders folded. */
export function buildNameKey(surface: string): string {
  return listNameWords(surface).join('');
}

/** A surface as one compares its letters: articles and word borders folded, its ending left as it is spelt. */
export function buildSpellingKey(surface: string): string {
  return stripArticles(splitWords(surface).map((word) => word.folded)).join('');
}

/** The stems of a surface without its leading articles. */
export function listNameWords(surface: string): readonly string[] {
  return stripArticles(splitWords(surface).map((word) => word.stem));
}

/** A surface of articles alone keeps them. */
function stripArticles(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !articles.has(word));
  return first <= 0 ? words : words.slice(first);
}

/** Whether a word is `the`, `a` or `an`. */
export function isArticle(folded: string): boolean {
  return articles.has(folded);
}

/** What tells surfaces apart in a text: the folded name, and whether it has a capital (`Jed` never finds `jed`). */
export function describeShape(surface: string): string {
  const name = stripSuffix(surface);
  return `${normaliseName(name)}\n${/\p{Lu}/u.test(name)}`;
}

/** How an entry may be named in a text: its term without the suffix, then its aliases, each once. */
export function listSurfaces(entry: {
  readonly term: string;
  readonly aliases: readonly string[];
}): string[] {
  const surfaces = new Map<string, string>();
  for (const name of [entry.term, ...entry.aliases].map(stripSuffix)) {
    const shape = describeShape(name);
    if (!surfaces.has(shape) && normaliseName(name) !== '') surfaces.set(shape, name);
  }
  return [...surfaces.values()];
}
