// Tells whether two names look like two spellings of the same thing.

import { isLabel } from '../corpus/speaker-label.ts';
import { kindTags } from './entry.ts';
import { compareTexts } from './locate-quote.ts';
import { unexplained } from './salience.ts';
import {
  buildNameKey,
  buildSpellingKey,
  listNameWords,
  listSurfaces,
  normaliseTerm,
  stripSuffix,
} from './term-forms.ts';
import { isUnspaced } from './text-words.ts';
import { isPlainWord } from './word-list.ts';

export interface NamedThing {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

export type Likeness = 'same-term' | 'same-name' | 'similar';

// Names with at least this share of common trigrams are taken for two spellings of one name.
const trigramSimilarity = 0.75;
// If a name has fewer letters, a different letter makes a different name; in a longer name, it is more often a typing
// error.
const minEditedLetters = 7;
// A longer name that adds one of these words to a shorter one is the name of something else, such as `Prince of
// Helium`.
const separators: ReadonlySet<string> = new Set('of the and in at for from de la du van von to'.split(' '));

/** Words between a name and an epithet, in some of the languages in which novels are written. */
const epithetArticles: ReadonlySet<string> = new Set('the der die le el il den'.split(' '));

/** How the names of two things suggest that the things are the same; undefined if they do not suggest it. */
export function detectLikeness(a: NamedThing, b: NamedThing): Likeness | undefined {
  if (normaliseTerm(a.term) === normaliseTerm(b.term)) return 'same-term';
  if (isToldApart(a.term, b.term)) return undefined;
  const namesOfA = listComparable(a);
  const namesOfB = listComparable(b);
  if (namesOfA.some((one) => namesOfB.some((other) => isSameName(one, other)))) return 'same-name';
  if (isOtherKind(a.tags, b.tags)) return undefined;
  const isSimilar = namesOfA.some((one) => namesOfB.some((other) => isSimilarName(one, other)));
  return isSimilar ? 'similar' : undefined;
}

/**
 * The names that are compared. Labels of speakers are left out: who plays a character does not tell which other entry
 * may be the same character.
 */
function listComparable(thing: NamedThing): readonly string[] {
  return listSurfaces(thing).filter((name) => !isLabel(name));
}

/** Whether suffixes tell two terms apart: `Dawn (character)` and `Dawn (time)`. */
function isToldApart(one: string, other: string): boolean {
  const nameOfOne = stripSuffix(one);
  const nameOfOther = stripSuffix(other);
  if (nameOfOne === one.trim() || nameOfOther === other.trim()) return false;
  return isSameName(nameOfOne, nameOfOther);
}

function isSameName(one: string, other: string): boolean {
  return buildNameKey(one) === buildNameKey(other);
}

function isSimilarName(one: string, other: string): boolean {
  if (
    hasWords(listNameWords(one), listNameWords(other)) ||
    hasWords(listNameWords(other), listNameWords(one))
  ) {
    return true;
  }
  const keyOne = buildSpellingKey(one);
  const keyOther = buildSpellingKey(other);
  if (isPlainWord(keyOne) && isPlainWord(keyOther)) return false;
  if (countCommonTrigrams(keyOne, keyOther) >= trigramSimilarity) return true;
  const shortest = Math.min(keyOne.length, keyOther.length);
  const longest = Math.max(keyOne.length, keyOther.length);
  return shortest >= minEditedLetters && compareTexts(keyOne, keyOther) >= 1 - 1 / longest;
}

/**
 * Whether the longer name may mean the same thing as the shorter one, because it adds words before it (`Old Soma`),
 * another name after it (`Dejah Thoris`) or an epithet (`Soma the Grey`). `Prince of Helium` and `Helium Palace` do not
 * count: they are not Helium itself.
 */
function hasWords(longer: readonly string[], shorter: readonly string[]): boolean {
  if (shorter.every((word) => isPlainWord(word))) return false;
  // One character of a script without spaces is a syllable, which occurs in many names.
  if (shorter.length === 1 && isUnspaced(shorter[0] ?? '')) return false;
  const rest = longer.length - shorter.length;
  const endsWith = shorter.every((word, index) => word === longer[rest + index]);
  const extra = endsWith ? longer.slice(0, rest) : longer.slice(shorter.length);
  const beginsWith = shorter.every((word, index) => word === longer[index]);
  if (beginsWith && isEpithet(extra)) return true;
  if (!endsWith && !(beginsWith && extra.some((word) => !isPlainWord(word)))) return false;
  return !extra.some((word) => separators.has(word));
}

/** Whether words after a name form an epithet: `the Grey` in `Soma the Grey`. */
function isEpithet(words: readonly string[]): boolean {
  return words.length >= 2 && words.length <= 3 && epithetArticles.has(words[0] ?? '');
}

/**
 * The share of trigrams that two keys have in common (Dice). Keys are padded, so that their first letters count more.
 */
export function countCommonTrigrams(one: string, other: string): number {
  const trigramsOfOne = listTrigrams(one);
  const trigramsOfOther = listTrigrams(other);
  const total = trigramsOfOne.size + trigramsOfOther.size;
  let common = 0;
  for (const trigram of trigramsOfOne) if (trigramsOfOther.has(trigram)) common += 1;
  return (2 * common) / total;
}

function listTrigrams(key: string): Set<string> {
  const padded = `  ${key} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

/** Whether both have a kind and the kinds differ. */
export function isOtherKind(a: readonly string[], b: readonly string[]): boolean {
  const kindOfA = findKind(a);
  const kindOfB = findKind(b);
  return kindOfA !== undefined && kindOfB !== undefined && kindOfA !== kindOfB;
}

/** The kind among the tags; undefined if there is none, and for an unexplained `term`, which may be anything. */
function findKind(tags: readonly string[]): string | undefined {
  const kind = tags.find((tag) => kindTags.has(tag));
  return kind === 'term' && tags.includes(unexplained) ? undefined : kind;
}
