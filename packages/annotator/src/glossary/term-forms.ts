// Converts names to the forms in which they are compared, and lists the spellings that a text may use.

import { isLabel } from '../corpus/speaker-label.ts';
import { kindTags } from './entry.ts';
import { splitWords, type TextWord } from './text-words.ts';
import { isFunctionWord, isPlainWord } from './word-list.ts';

const suffixPattern = /(?:(?<!\s)\s+)?\(([^()]*)\)\s*$/;
const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** The name without the suffix that distinguishes equal names: a text says `Dawn` for `Dawn (character)`. */
export function stripSuffix(term: string): string {
  const stripped = term.replace(suffixPattern, '').trim();
  return stripped === '' ? term.trim() : stripped;
}

/** The words in the parentheses of `Princess (jetan)`; undefined if a name has none. */
function readSuffix(term: string): string | undefined {
  return stripSuffix(term) === term.trim() ? undefined : suffixPattern.exec(term)?.[1]?.trim();
}

/** A key for a term with its suffix that ignores differences of case, white space, hyphens and compatibility forms. */
export function normaliseTerm(term: string): string {
  const suffix = suffixPattern.exec(term)?.[1];
  const name = normaliseName(stripSuffix(term));
  return suffix === undefined || name === '' ? name : `${name} (${normaliseName(suffix)})`;
}

/**
 * A name in the form in which it is looked up: `TARS-Tarkas` and `Tars Tarkas` become `tars tarkas`. Empty if the name
 * has no letters or digits. A speaker's label (`LAURA:`) is a different name from `Laura`.
 */
export function normaliseName(surface: string): string {
  const name = splitWords(surface)
    .map((word) => word.folded)
    .join(' ');
  return markLabel(surface, name);
}

function markLabel(surface: string, folded: string): string {
  return isLabel(surface) ? `${folded}:` : folded;
}

/** A key for finding similar names: ignores leading articles, plural endings, spaces and hyphens. */
export function buildNameKey(surface: string): string {
  return markLabel(surface, listNameWords(surface).join(''));
}

/** A key for comparing names letter by letter: ignores leading articles, spaces and hyphens, but keeps endings. */
export function buildSpellingKey(surface: string): string {
  return stripArticles(splitWords(surface).map((word) => word.folded)).join('');
}

/** The stems of a name, without leading articles. */
export function listNameWords(surface: string): readonly string[] {
  return stripArticles(splitWords(surface).map((word) => word.stem));
}

/** Removes leading articles. A name that consists only of articles keeps them. */
function stripArticles(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !articles.has(word));
  return first <= 0 ? words : words.slice(first);
}

export function isArticle(folded: string): boolean {
  return articles.has(folded);
}

/**
 * A key that tells names apart: the folded name without a suffix, and whether the name has a capital (`Jed` is not
 * `jed`).
 */
export function describeShape(surface: string): string {
  const name = stripSuffix(surface);
  return `${normaliseName(name)}\n${/\p{Lu}/u.test(name)}`;
}

/** The names by which a text may call an entry: its term, then its aliases, all without suffixes, each once. */
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

/** Separates a name from the words that must be in a text for the name to count there. */
export const contextMark = '\u001f';

/**
 * The surfaces by which mentions are counted. For the term `Princess (jetan)`, `Princess` counts only in texts that
 * have the word `jetan`.
 */
export function listCountedNames(entry: {
  readonly term: string;
  readonly aliases: readonly string[];
}): string[] {
  const context = listContextWords(entry.term);
  const [term, ...aliases] = listSurfaces(entry);
  if (context.length === 0 || term === undefined) return listSurfaces(entry);
  return [`${term}${contextMark}${context.join(' ')}`, ...aliases];
}

/**
 * If the name of an entry is an everyday word, as in `Princess (jetan)`: the words that must be in the same text,
 * namely the words of the suffix that are not everyday words. None if the suffix is a kind, as in `Dawn (character)`,
 * because a kind does not say where the name occurs.
 */
export function listContextWords(term: string): readonly string[] {
  const suffix = readSuffix(term);
  if (suffix === undefined || kindTags.has(normaliseName(suffix))) return [];
  const isEveryday = ({ folded }: TextWord) => isFunctionWord(folded) || isPlainWord(folded);
  if (!splitWords(stripSuffix(term)).every(isEveryday)) return [];
  return splitWords(suffix)
    .filter((word) => !isEveryday(word))
    .map(({ start, end }) => suffix.slice(start, end));
}

/**
 * The names of an entry that do more than describe it: its term, and aliases with a capital or in a script without
 * capitals. `the nearer moon` only describes `Thuria`. The label of a speaker who plays a character is left out too.
 */
export function listOwnNames(entry: {
  readonly term: string;
  readonly aliases: readonly string[];
}): string[] {
  return listCountedNames({ term: entry.term, aliases: entry.aliases.filter(isName) });
}

/**
 * The term of an entry, which comes first, and the names that contain the term or are a part of it. These names do not
 * give away that two different names mean the same person.
 */
export function listHeadNames(entry: {
  readonly term: string;
  readonly aliases: readonly string[];
}): string[] {
  const [term = '', ...others] = listOwnNames(entry);
  const own = listNameWords(term.split(contextMark, 1)[0] ?? '');
  const isPart = (one: readonly string[], of: readonly string[]): boolean =>
    one.length > 0 && one.every((word) => of.includes(word));
  return term === ''
    ? []
    : [
        term,
        ...others.filter((name) => isPart(listNameWords(name), own) || isPart(own, listNameWords(name))),
      ];
}

function isName(surface: string): boolean {
  const name = stripSuffix(surface);
  return !isLabel(name) && (/\p{Lu}/u.test(name) || !/\p{Ll}/u.test(name));
}

/** The names that only one of the lists has. */
export function listDifferentNames(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...listMissing(one, other), ...listMissing(other, one)];
}

export function listMissing(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}
