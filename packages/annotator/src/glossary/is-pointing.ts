// Tells whether a sentence may refer, with a word such as `he` or `this`, to what another sentence names.

import { isEnglishProse } from '../reader/is-english-prose.ts';

const pointing =
  /\b(?:he|him|his|himself|she|hers?|herself|it|its|itself|they|them|theirs?|themselves|i|me|my|mine|myself|we|us|ours?|this|that|these|those|such)\b/iu;

/**
 * An English sentence points if it has a pronoun or a word such as `this`; in other languages any sentence may point.
 */
export function isPointing(sentence: string, body: string): boolean {
  return pointing.test(sentence) || !isEnglishProse(body);
}
