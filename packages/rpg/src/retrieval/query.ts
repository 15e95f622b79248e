// Query: the terms for which recollections are searched in a turn, with their weights and the words that they come from.

import { collectTermWords, queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import { findForeignWords } from '../values/find-foreign-words.ts';
import everydayWords from './everyday-words.json' with { type: 'json' };
import kindredWords from './kindred-words.json' with { type: 'json' };

export interface QueryTerm {
  readonly term: string;
  /** The word as it was written. */
  readonly word: string;
  /** How much the term tells: the fewer texts contain it, the more. */
  readonly weight: number;
  /**
   * 1 divided by the number of words that were said and are not everyday words, whether or not any text has them. 0 for
   * an everyday word, which can be said about any subject: a number, an amount, a size, a verb such as “take”.
   */
  readonly share: number;
  /** Whether the word only describes a noun after it, as in “my spare necklace”, and names no deed. */
  readonly isDescribing?: boolean | undefined;
}

/** How many texts there are, and how many of them contain a word. */
export interface Frequencies {
  readonly documents: number;
  count(word: string): number;
}

/** More terms than this do not make a question clearer. */
const mostTerms = 24;
/**
 * A term that is in a larger share of the texts than this tells nothing, unless there are at most `fewDocuments` texts.
 */
export const commonShare = 0.3;
const fewDocuments = 8;
/** Particles and pronouns, which tell nothing about the subject of a text, however few texts have them. */
const empty: ReadonlySet<string> = new Set(
  'about above across after again against ahead along around aside away back before behind below beneath beside besides between beyond down inside into near off onto out outside over past round through together toward towards under until up upon whatever whenever wherever whoever within without anybody anyone anything everybody everyone everything nobody nothing somebody someone something else just still yet now then here there because since though although unless whether while'.split(
    ' ',
  ),
);

const everyday: ReadonlySet<string> = new Set(
  splitTerms(Object.values(everydayWords).join(' ')).counts.keys(),
);

/** The most telling terms of a text and of words that mean about the same, most telling first. */
export function buildQuery(text: string, frequencies: Frequencies): readonly QueryTerm[] {
  const words = collectTermWords(text, queryLimits);
  const foreignWords = findForeignWords(text.slice(0, queryLimits.characters));
  const told = [...splitTerms(text, queryLimits).counts.keys()].filter((term) => {
    const word = (words.get(term) ?? term).toLowerCase();
    return !empty.has(word) && !foreignWords.has(word);
  });
  const telling = told.filter((term) => !everyday.has(term)).length;
  const describing = listDescribing(text);
  const terms = told.map((term) => {
    const word = words.get(term) ?? term;
    const weight = scoreTerm(frequencies.count(word), frequencies.documents);
    const said = { term, word, weight, share: everyday.has(term) ? 0 : 1 / telling };
    return describing.has(term) ? { ...said, isDescribing: true } : said;
  });
  return [...terms, ...listKindred(told, frequencies)]
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostTerms);
}

/** A word that was not said, but means about the same as one that was, counts with this share of its weight. */
const weightOfKindred = 0.6;

const kindred: readonly (readonly string[])[] = kindredWords.map((line) => line.split(' '));

/**
 * Words that mean about the same as a word that was said and is not an everyday word such as “ask”. They bring back
 * notes, but no rule by themselves.
 */
function listKindred(told: readonly string[], frequencies: Frequencies): readonly QueryTerm[] {
  const said = new Set(told);
  return kindred.flatMap((words) => {
    const terms = words.map((word) => ({ word, term: [...splitTerms(word).counts.keys()][0] ?? word }));
    if (!terms.some(({ term }) => said.has(term) && !everyday.has(term))) return [];
    return terms
      .filter(({ term }) => !said.has(term))
      .map(({ term, word }) => {
        const weight = weightOfKindred * scoreTerm(frequencies.count(word), frequencies.documents);
        return { term, word, weight, share: 0 };
      });
  });
}

const described =
  /(?<![\p{L}\p{N}])(?:my|your|his|her|its|our|their|the|an?|this|that|these|those|some|any|one|two) (?<word>\p{L}{2,30})(?= (?<next>\p{L}{2,30}))/giu;
const functionWords: ReadonlySet<string> = new Set(
  'of to with for from at in on by and or but is are was were if as that who which where when my your his her its our their the an this these those some any'.split(
    ' ',
  ),
);

/**
 * The terms of words that seem to describe a noun: they stand between an article or the like and another word, as in
 * “my spare necklace”.
 */
function listDescribing(text: string): ReadonlySet<string> {
  const words = [...text.matchAll(described)].flatMap(({ groups: { word = '', next = '' } = {} }) => {
    const noun = next.toLowerCase();
    return functionWords.has(noun) || empty.has(noun) ? [] : [word];
  });
  return new Set(splitTerms(words.join(' ')).counts.keys());
}

/** `all` and `documents` are counted separately, and `documents` is only an estimate, so `all` is limited to it. */
function scoreTerm(all: number, documents: number): number {
  const found = Math.min(all, documents);
  if (found === 0) return 0;
  if (documents > fewDocuments && found / documents > commonShare) return 0;
  return Math.log(1 + (documents - found + 0.5) / (found + 0.5));
}
