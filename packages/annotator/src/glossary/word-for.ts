// Tells whether a sentence without an entry's name has another word for it: a pronoun, or the narrator's "I".

import type { Span } from '../corpus/corpus.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';

const ofNarrator = /\b(?:i|me|my|mine|myself|we|us|ours?|ourselves)\b/iu;
const ofPersons =
  /\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves|you|yours?|yourself|who|whom|whose)\b/iu;
const ofThings = /\b(?:it|its|itself|this|that|these|those|here|which)\b/iu;

/**
 * Whether a sentence has a pronoun or possessive that may mean an entry with these tags. A sentence in a language other
 * than English always counts as having one.
 */
export function hasWordFor(sentence: string, tags: readonly string[], body: string): boolean {
  const isOfPerson = ofPersons.test(sentence) || ofNarrator.test(sentence);
  return isOfPerson || (!tags.includes('character') && ofThings.test(sentence)) || !isEnglishProse(body);
}

/** Whether the narrator of the story speaks of himself in a part of a post: `my`, outside of direct speech. */
export function hasWordOfNarrator(body: string, span: Span): boolean {
  return ofNarrator.test(hideSpeech(body, span));
}

const closings: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['"', '"'],
  ['‘', '’'],
]);

/** The words of the span; words in quotation marks are replaced by blanks. */
function hideSpeech(body: string, { start, end }: Span): string {
  let closing: string | undefined;
  let told = '';
  for (let at = body.lastIndexOf('\n\n', start) + 1; at < end; at += 1) {
    const isSpoken = closing !== undefined;
    closing = findClosing(body, at, closing);
    if (at >= start) told += isSpoken ? ' ' : body[at];
  }
  return told;
}

/**
 * If direct speech continues after the character at `at`, its closing mark; otherwise undefined. Direct speech ends
 * with its paragraph at the latest.
 */
function findClosing(body: string, at: number, closing: string | undefined): string | undefined {
  const sign = body[at] ?? '';
  if (body.startsWith('\n\n', at)) return undefined;
  if (closing === undefined) return closings.get(sign);
  return sign === closing && !isApostrophe(body, at) ? undefined : closing;
}

function isApostrophe(body: string, at: number): boolean {
  return body[at] === '’' && /^\p{L}/u.test(body.slice(at + 1, at + 3));
}
