// Admission: whether a term may become an entry at once, or must recur first.

import { isSentenceStart } from './sentence-start.ts';
import { isArticle, stripSuffix } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';
import { isPlainWord } from './word-list.ts';

export interface AdmissionCase {
  readonly term: string;
  readonly aliases: readonly string[];
  /** Sentences that contain the term or an alias; at least those of the evidence. */
  readonly contexts: readonly string[];
  /** How often the names were read so far, and in how many posts. */
  readonly mentions: number;
  readonly posts: number;
}

export type Admission =
  | { readonly isAdmitted: true; readonly ground: 'name' | 'defined' | 'recurring' }
  | { readonly isAdmitted: false; readonly why: string };

// A coined word that was read twice is no typing error.
const coinedMentions = 2;
// Plain words may stand together by chance; the same phrase in three posts is a term of the story.
const plainPosts = 3;
const smallWords: ReadonlySet<string> = new Set(
  'of the a an and or in on at to for from by with de la le du van von der den al el bin ibn no'.split(' '),
);
const namingBefore =
  /(?:\b(?:called|named|known(?:\s+\S+){0,2}\s+as|termed|dubbed|nicknamed|styled|titled|entitled|word for|term for|name for)\s+(?:(?:the|a|an|his|her|their|its)\s+)?["'“‘*_«]*)$/i;
const namingAfter =
  /^["'”’*_»]*\s*(?:\([^)]{3,}\)|(?:,\s*)?(?:which|that)\s+(?:is|are|was|were|means|meant)\b|,\s+(?:an?|the|or)\s+\S|(?:is|are|was|were)\s+(?:an?|the|what|our|their|my|his|her)\b|means?\b|meant\b|refers?\b|:\s)/i;
const quotedBefore = /["“‘*_«]$/;
const quotedAfter = /^["”’*_»,.]/;

/** Judges a term by its form and by the sentences in which it was read. */
export function checkAdmission(theCase: AdmissionCase): Admission {
  const surfaces = [stripSuffix(theCase.term), ...theCase.aliases.map(stripSuffix)];
  if (surfaces.some((surface) => isCaseless(surface) || isName(surface, theCase.contexts)))
    return { isAdmitted: true, ground: 'name' };
  const isPlain = surfaces.every(isPlainPhrase);
  const isNamed = theCase.contexts.some((context) =>
    surfaces.some((surface) => isDefined(context, surface, isPlain)),
  );
  if (isNamed) return { isAdmitted: true, ground: 'defined' };
  const recurs = isPlain ? theCase.posts >= plainPosts : theCase.mentions >= coinedMentions;
  if (recurs) return { isAdmitted: true, ground: 'recurring' };
  return {
    isAdmitted: false,
    why: isPlain
      ? 'it is made of plain words, not a name, and was not read often enough'
      : 'a lower-case word read once, without a context that defines it',
  };
}

/** Whether every word of the surface is plain English. */
function isPlainPhrase(surface: string): boolean {
  return splitWords(surface).every((word) => isPlainWord(word.folded));
}

/** A script without capitals does not show what is a name: there the model's judgment counts. */
function isCaseless(surface: string): boolean {
  return !/[\p{Lu}\p{Ll}\p{Lt}]/u.test(surface) && /\p{L}/u.test(surface);
}

/** A capitalised name that is not made of plain words, or has its capitals in mid-sentence too. */
function isName(surface: string, contexts: readonly string[]): boolean {
  const words = splitWords(surface);
  const content = words.filter((word) => !smallWords.has(word.folded));
  if (!content.some((word) => word.isCapitalised)) return false;
  if (content.some((word) => word.isCapitalised && !isPlainWord(word.folded))) return true;
  return contexts.some((context) => isCapitalisedIn(context, words));
}

/** Whether the name occurs with its capitals, not at the start of a sentence and not amid all capitals. */
function isCapitalisedIn(context: string, surface: readonly TextWord[]): boolean {
  const words = splitWords(context);
  if (isShouted(context)) return false;
  const content = surface.filter((word) => !smallWords.has(word.folded));
  return listOccurrences(words, surface).some((at) => {
    const shown = words.slice(at, at + surface.length).filter((word) => !smallWords.has(word.folded));
    if (!shown.every((word, index) => word.isCapitalised || content[index]?.isCapitalised !== true))
      return false;
    if (shown.filter((word) => word.isCapitalised).length > 1) return true;
    const first = shown.find((word) => word.isCapitalised);
    return first !== undefined && !isSentenceStart(context, first.start);
  });
}

function isShouted(context: string): boolean {
  const letters = context.replace(/[^\p{Lu}\p{Ll}]/gu, '');
  return letters.length > 12 && letters.replace(/\p{Ll}/gu, '').length > letters.length * 0.7;
}

function listOccurrences(words: readonly TextWord[], surface: readonly TextWord[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + surface.length <= words.length; at += 1) {
    if (surface.every((word, index) => words[at + index]?.stem === word.stem)) places.push(at);
  }
  return places;
}

/** Whether the sentence says what the name means; for a plain phrase only words such as "called" count. */
function isDefined(context: string, surface: string, isPlain: boolean): boolean {
  const words = splitWords(context);
  const named = splitWords(surface).filter((word, index) => index > 0 || !isArticle(word.folded));
  return listOccurrences(words, named).some((at) => {
    const before = context.slice(Math.max(0, (words[at]?.start ?? 0) - 48), words[at]?.start ?? 0);
    const end = words[at + named.length - 1]?.end ?? 0;
    const after = context.slice(end, end + 48);
    if (namingBefore.test(before)) return true;
    return !isPlain && (namingAfter.test(after) || (quotedBefore.test(before) && quotedAfter.test(after)));
  });
}
