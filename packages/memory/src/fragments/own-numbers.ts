// Own numbers: tells whether a fragment's key or text contains a number, other than in a source reference or a line's date.

import { splitTerms } from '@terrarium/kernel/split-terms';
import { nameKey } from './collect-fragment-terms.ts';
import { type FragmentText, summaryKey } from './fragment.ts';
import { sourcesInBrackets } from './list-sources-of-line.ts';

/** The date at the head of a line. */
const lineDate = /^(?:- )?\d{4,}-\d\d-\d\d(?=, )/gmu;
const number = /^\p{Nd}+$/u;
const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Removes what a text says only of its sources: the numbers of the events, and the date at the head of each line. */
export function stripSources(text: string): string {
  return text.replace(sourcesInBrackets, ' ').replace(lineDate, ' ');
}

export function isNumber(term: string): boolean {
  return number.test(term);
}

/**
 * The numbers in a text in the form in which the index has them. A number within a word, such as `8th`, is
 * left out.
 */
export function listNumbers(text: string): readonly string[] {
  return text.normalize('NFKC').match(word)?.filter(isNumber) ?? [];
}

/** `terms` are all terms of the message: a number in the key of a summary counts if the message names its month too. */
export function hasOwnNumber(fragment: FragmentText, term: string, terms: ReadonlySet<string>): boolean {
  if (nameOwnKey(fragment.key, terms).includes(term)) return true;
  const text = [fragment.ambient, fragment.recognition, fragment.inventory].map(stripSources).join('\n');
  return listNumbers(text).includes(term);
}

/** The terms of a key's name (see `nameKey`); none for a summary unless the message names its month. */
function nameOwnKey(key: string, terms: ReadonlySet<string>): readonly string[] {
  const own = [...splitTerms(nameKey(key)).counts.keys()];
  const isMeant = !summaryKey.test(key) || own.some((term) => !isNumber(term) && terms.has(term));
  return isMeant ? own : [];
}
