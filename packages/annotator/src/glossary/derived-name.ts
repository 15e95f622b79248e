// Tells whether a text has a word made from a name by a regular ending; in a quote, such a word counts as the name.

import type { Span } from '../corpus/corpus.ts';
import { isListed, toSingular } from '../reader/lexicon.ts';
import { listRegularBases } from './related-forms.ts';
import { isArticle } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';
import { isPlainWord } from './word-list.ts';

/** The names of one thing, and the places of other names in a text. */
export interface DerivableNames {
  readonly names: readonly string[];
  /** The places of names that belong to other things. */
  listTaken?(text: string): readonly Span[];
}

/**
 * Whether a text has a word derived from one of the names, such as `Martian` for Mars, outside of the names of other
 * things.
 */
export function hasDerivedName(text: string, { names, listTaken }: DerivableNames): boolean {
  const bases = new Set(names.flatMap((name) => findBase(name) ?? []));
  if (bases.size === 0) return false;
  const derived = splitWords(text).filter((word) => isDerived(word, bases));
  if (derived.length === 0) return false;
  const taken = listTaken?.(text) ?? [];
  return derived.some(({ start, end }) => taken.every((place) => place.end <= start || end <= place.start));
}

/** The folded word of a name that, without its article, is a single word with a capital; undefined for other names. */
function findBase(name: string): string | undefined {
  const [word, ...others] = splitWords(name).filter(({ folded }) => !isArticle(folded));
  return word?.isCapitalised === true && others.length === 0 ? word.folded : undefined;
}

function isDerived({ folded, isCapitalised }: TextWord, bases: ReadonlySet<string>): boolean {
  if (!isCapitalised || isOwnWord(folded)) return false;
  return [...listRegularBases(folded)].some((base) => bases.has(base));
}

/** Whether a word is a first name (`Julian`) or a plain word (`Guardian`) other than the name of a people. */
function isOwnWord(folded: string): boolean {
  if (isListed('maleNames', folded) || isListed('femaleNames', folded)) return true;
  return isPlainWord(folded) && !isListed('nationalities', toSingular(folded));
}
