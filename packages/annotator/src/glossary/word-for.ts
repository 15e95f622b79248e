// Tells whether a sentence without an entry's name has another word for it: a pronoun, or the narrator's "I".

import type { Span } from '../corpus/corpus.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import { hideSpeeches } from '../reader/list-speeches.ts';

const ofNarrator = /\b(?:i|me|my|mine|myself|we|us|ours?|ourselves)\b/iu;
const ofPersons =
  /\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|you|yours?|yourself|who|whom|whose)\b/iu;
const ofThings = /\b(?:it|its|itself|this|that|these|those|here|which)\b/iu;

/**
 * Whether a sentence has a pronoun or possessive that may mean an entry with these tags. For a sentence in another
 * language than English, always true.
 */
export function hasWordFor(sentence: string, tags: readonly string[], body: string): boolean {
  const isOfPerson = ofPersons.test(sentence) || ofNarrator.test(sentence);
  return isOfPerson || (!tags.includes('character') && ofThings.test(sentence)) || !isEnglishProse(body);
}

/** Whether the narrator of the story speaks of himself in a part of a post: `my`, outside of direct speech. */
export function hasWordOfNarrator(body: string, span: Span): boolean {
  return ofNarrator.test(hideSpeeches(body, span));
}
