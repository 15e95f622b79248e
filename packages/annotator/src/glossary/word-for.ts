// Tells whether a sentence without an entry's name has another word for it: a pronoun, or the narrator's "I".

import type { Span } from '../corpus/corpus.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import { hideSpeeches } from '../reader/list-speeches.ts';

const ofNarrator = /\b(?:i|me|my|mine|myself|we|us|ours?|ourselves)\b/iu;
/** Words that mean nobody but the narrator. */
const ofNarratorAlone = /\b(?:i|me|my|mine|myself)\b/giu;
const ofPersons =
  /\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|you|yours?|yourself|who|whom|whose)\b/iu;
const ofOthers = /\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves)\b/iu;
const ofThings = /\b(?:it|its|itself|this|that|these|those|here|which)\b/iu;

/** German pronouns and possessives that may mean a person. `der` and `die` are left out: they are mostly articles. */
const germanPersons =
  /(?<!\p{L})(?:ich|mich|mir|meine?[mnrs]?|wir|uns|unser\p{L}{0,2}|du|dich|dir|deine?[mnrs]?|euch|eue?r\p{L}{0,2}|er|ihn|ihm|ihnen|sie|ihre?[mnrs]?|seine?[mnrs]?|dessen|deren|denen|wer|wen|wem|wessen)(?!\p{L})/iu;
const germanThings =
  /(?<!\p{L})(?:es|dies\p{L}{0,2}|jene[mnrs]?|hier|dort|da(?:rin|ran|rauf|raus|rüber|runter|mit|von|bei|für|zu|hin|her|durch|nach)?|welche[mnrs]?|worin|woran|womit|wo)(?!\p{L})/iu;
/** These words make up some 20 % of German prose. */
const germanSigns =
  /(?<!\p{L})(?:der|die|das|dem|und|nicht|ist|ein|eine|einen|einem|mit|sich|auf|zu|war|von|im|aber|als)(?!\p{L})/giu;
const leastGermanSigns = 0.08;

function isGermanProse(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return (text.match(germanSigns)?.length ?? 0) > words * leastGermanSigns;
}

/**
 * Whether a sentence has a pronoun or possessive that may mean an entry with these tags. For a sentence in another
 * language than English and German, always true.
 */
export function hasWordFor(sentence: string, tags: readonly string[], body: string): boolean {
  const isOfThing = !tags.includes('character');
  if (!isEnglishProse(body)) {
    const isGerman = isGermanProse(body);
    return !isGerman || germanPersons.test(sentence) || (isOfThing && germanThings.test(sentence));
  }
  const isOfPerson = ofPersons.test(sentence) || ofNarrator.test(sentence);
  return isOfPerson || (isOfThing && ofThings.test(sentence));
}

/** Like `hasWordFor` for English, but `I`, `you` and words such as `who` are no pronouns that mean an entry. */
export function hasPronounFor(sentence: string, tags: readonly string[]): boolean {
  return ofOthers.test(sentence) || (!tags.includes('character') && ofThings.test(sentence));
}

/** Whether the narrator of the story speaks of himself in a part of a post: `my`, outside of direct speech. */
export function hasWordOfNarrator(body: string, span: Span): boolean {
  return ofNarrator.test(hideSpeeches(body, span));
}

/** A part of a post with blanks for the words that mean the narrator alone: `my`, outside of direct speech. */
export function hideWordsOfNarrator(body: string, span: Span): string {
  const told = hideSpeeches(body, span);
  let [shown, at] = ['', span.start];
  for (const { 0: word, index } of told.matchAll(ofNarratorAlone)) {
    const from = span.start + index;
    shown += body.slice(at, from) + ' '.repeat(word.length);
    at = from + word.length;
  }
  return shown + body.slice(at, span.end);
}

/**
 * Whether a post may be told by somebody who says `I`. In a language other than English this is not judged, so it may
 * be.
 */
export function isToldByNarrator(body: string): boolean {
  return hasWordOfNarrator(body, { start: 0, end: body.length }) || !isEnglishProse(body);
}
