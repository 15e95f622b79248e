// Term forms: a name as it is compared, with and without its suffix, and the surfaces a text may show.

import { splitWords } from './text-words.ts';

const suffixPattern = /(?:(?<!\s)\s+)?\(([^()]*)\)\s*$/;
const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** The name without the suffix that tells homographs apart: a text says `Dawn` for `Dawn (character)`. */
export function stripSuffix(term: string): string {
  const stripped = term.replace(suffixPattern, '').trim();
  return stripped === '' ? term.trim() : stripped;
}

/** Equal for terms of the same entry: folds case, white space, hyphens and compatibility forms. */
export function normaliseTerm(term: string): string {
  const suffix = suffixPattern.exec(term)?.[1];
  const name = normaliseName(stripSuffix(term));
  return suffix === undefined || name === '' ? name : `${name} (${normaliseName(suffix)})`;
}

/** A name as it is looked up: `TARS-Tarkas` and `Tars Tarkas` become `tars tarkas`. Empty when it has no letters. */
export function normaliseName(surface: string): string {
  return splitWords(surface)
    .map((word) => word.folded)
    .join(' ');
}

/** A name for judging similarity: folds articles, plurals and word borders. */
export function buildNameKey(surface: string): string {
  return listNameWords(surface).join('');
}

/** A name for comparing letters: folds articles and word borders, keeps its ending. */
export function buildSpellingKey(surface: string): string {
  return stripArticles(splitWords(surface).map((word) => word.folded)).join('');
}

/** The stems of a name, without leading articles. */
export function listNameWords(surface: string): readonly string[] {
  return stripArticles(splitWords(surface).map((word) => word.stem));
}

/** A name made only of articles keeps them. */
function stripArticles(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !articles.has(word));
  return first <= 0 ? words : words.slice(first);
}

/** Whether a word is `the`, `a` or `an`. */
export function isArticle(folded: string): boolean {
  return articles.has(folded);
}

/** What tells names apart in a text: the folded name, and whether it has a capital (`Jed` never matches `jed`). */
export function describeShape(surface: string): string {
  const name = stripSuffix(surface);
  return `${normaliseName(name)}\n${/\p{Lu}/u.test(name)}`;
}

/** The names of an entry that a text may use: its term without the suffix, then its aliases, each once. */
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
