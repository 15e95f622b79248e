// Finds which name somebody meant, ignoring case and articles; part of a name is enough if only one name contains it.

import { findNearest } from '@terrarium/kernel/find-nearest';
import { isUnspaced } from '@terrarium/kernel/split-terms';
import { renderSlug } from '../values/render-slug.ts';

const article = /^(?:the|an?|some|my|his|her|their|your) (?=\S)/;
/** Words that may be added or left out within a name. */
const smallWords: ReadonlySet<string> = new Set(['the', 'a', 'an']);
/** A name with fewer letters resembles too many others, so it never counts as misspelt. */
const leastMisspelt = 5;
/**
 * If there are more names than this, a misspelt name is not looked for: that would take too long, and too many names
 * would resemble it.
 */
const mostMisspelt = 400;

/** The form in which names are compared. */
export function normaliseName(name: string): string {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ').replace(article, '');
  return renderSlug(plain) || plain;
}

/**
 * The only name that can be meant; undefined if none or several can. Names equal to the written one are preferred to
 * names that contain it.
 */
export function matchName(wanted: string, names: readonly string[]): string | undefined {
  const same = names.filter((name) => normaliseName(name) === normaliseName(wanted));
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  return matchPart(wanted, names);
}

/**
 * Finds the only name that contains the wanted words or words that begin with them, or that differs by one letter. In a
 * script without spaces, two characters in a row are enough, or the first or last one.
 */
export function matchPart(wanted: string, names: readonly string[]): string | undefined {
  const words = listWords(wanted);
  const [first] = words;
  if (first === undefined) return undefined;
  const whole = names.filter((name) => hasWords(listWords(name), words, isEqual));
  const isMeant = isUnspaced(first) ? isWithin : isBeginning;
  const parts = whole.length > 0 ? whole : names.filter((name) => hasWords(listWords(name), words, isMeant));
  if (parts.length > 0) return parts.length === 1 ? parts[0] : undefined;
  if (normaliseName(wanted).length < leastMisspelt || names.length > mostMisspelt) return undefined;
  const bySlug = new Map(names.map((name) => [normaliseName(name), name]));
  const near = findNearest(normaliseName(wanted), [...bySlug.keys()]);
  const isSlip = near !== undefined && countDifferent(near, normaliseName(wanted)) <= 1;
  return isSlip ? bySlug.get(near) : undefined;
}

type IsMeant = (word: string, wanted: string) => boolean;

const isEqual: IsMeant = (word, wanted) => word === wanted;
const isBeginning: IsMeant = (word, wanted) => word.startsWith(wanted);
/** For a script without spaces, in which family names and given names are written as one word. */
const isWithin: IsMeant = (word, wanted) =>
  isBeginning(word, wanted) || word.endsWith(wanted) || ([...wanted].length > 1 && word.includes(wanted));

/** Whether the name contains words that match the wanted ones, in the same order. */
function hasWords(name: readonly string[], wanted: readonly string[], isMeant: IsMeant): boolean {
  let next = 0;
  for (const word of name) {
    const part = wanted[next];
    if (part !== undefined && isMeant(word, part)) next += 1;
  }
  return next === wanted.length;
}

function listWords(name: string): readonly string[] {
  return normaliseName(name)
    .split('-')
    .filter((word) => word !== '' && !smallWords.has(word));
}

/** 0 if the texts are equal, 1 if one letter is changed, added or left out, otherwise 2. */
function countDifferent(one: string, other: string): number {
  if (one === other) return 0;
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  const [rest, left] = [one.slice(start), other.slice(start)];
  const isSlip = rest.slice(1) === left.slice(1) || rest.slice(1) === left || rest === left.slice(1);
  return isSlip ? 1 : 2;
}
