// Decides whether a term may become an entry at once, or must recur first.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { isPersonWord } from '../reader/class-words.ts';
import { isEnglish, isListed, toSingular } from '../reader/lexicon.ts';
import { isArticle, stripSuffix } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';
import { isFunctionWord, isPlainWord } from './word-list.ts';

export interface AdmissionCase {
  readonly term: string;
  readonly aliases: readonly string[];
  /** Sentences that contain the term or an alias; at least the sentences of the evidence. */
  readonly contexts: readonly string[];
  /** In how many posts the names have been read so far. */
  readonly posts: number;
  /** For a phrase: the share of the occurrences of its rarest word that are within the phrase. */
  readonly bond?: number | undefined;
  /** How many other calls of the same reply have a definition that links to the term. */
  readonly links?: number | undefined;
  /** Whether the term was put on hold before, and is now proposed again. */
  readonly wasHeld: boolean;
  /** Whether the story is in English. Only then can a dictionary tell which words are coined. */
  readonly isEnglish: boolean;
}

export type Admission =
  | {
      readonly isAdmitted: true;
      readonly ground: 'name' | 'coined' | 'defined' | 'phrase' | 'linked' | 'recurring';
    }
  | { readonly isAdmitted: false; readonly why: string };

/**
 * A phrase counts as a term if it is in at least `phrasePosts` posts, and if at least `phraseBond` of the occurrences
 * of its rarest word are within it.
 */
export const phrasePosts = 4;
const phraseBond = 0.35;
// If at least this many definitions of one reply link to a word, it gets an entry, so that the links lead somewhere.
const enoughLinks = 2;
// In a story that is not in English, a proposed term that occurs in at least this many posts is admitted.
const foreignPosts = 2;
const smallWords: ReadonlySet<string> = new Set(
  'of the a an and or in on at to for from by with de la le du van von der den al el bin ibn no'.split(' '),
);
const determiner = '(?:(?:the|a|an|his|her|their|its)\\s+)?';
/**
 * Matches words right before a name that introduce it as a name: `which they call the`, `known as`, `called “`. Does
 * not match `I call the`: in `I call the guard`, somebody shouts.
 */
const namingBefore = new RegExp(
  [
    `\\b(?:named|known(?:\\s+\\S+){0,2}\\s+as|termed|dubbed|nicknamed|styled|titled|entitled|word for|term for|name for|so-called)\\s+${determiner}["'“‘*_«]*$`,
    `\\b(?:am|is|are|was|were|be|been|being|so|now|then|often|also|commonly|usually|sometimes),?\\s+called\\s+${determiner}["'“‘*_«]*$`,
    `\\b(?:what|which|this|these|those|whom)\\s+(?:\\S+\\s+){1,3}call(?:s|ed)?\\s+${determiner}["'“‘*_«]*$`,
    // Here the verb may mean to shout: `that he called the guard`.
    `\\b(?:that|as)\\s+(?:\\S+\\s+){1,3}(?:calls?\\s+${determiner}["'“‘*_«]*|called\\s+${determiner}["'“‘*_«]+)$`,
    `\\bcall(?:s|ed)?\\s+(?:it|them|him|her|this|these|that|the\\s+\\S+)\\s+${determiner}["'“‘*_«]*$`,
    '(?:\\b(?:an?|some|one)\\s+\\S+|,)\\s+called\\s+["\'“‘*_«]*$',
    '\\bcall(?:s|ed)?\\s+["“‘*_«]+$',
  ].join('|'),
  'i',
);
/** Matches `the fog called the` in `the fog called the hush`; the group `thing` is then `fog`. */
const thingBefore = /\b(?:the|an?|some|one|this|that)\s(?<thing>\p{Ll}+)\scalled\s(?:the|an?)\s$/iu;
/** Lifeless things that may call somebody: in `the bell called the monks`, nothing gets a name. */
const calling: ReadonlySet<string> = new Set(
  'bell horn trumpet bugle drum gong whistle siren alarm voice signal phone telephone radio'.split(' '),
);
const living = ['titles', 'groupNouns', 'creatureWords', 'pronouns', 'functionWords', 'calledKin'] as const;
const namingAfter =
  /^["'”’*_»]*\s*(?:\([^)]{3,}\)|(?:,\s*)?(?:which|that)\s+(?:is|are|was|were|means|meant)\b|,\s+(?:an?|the|or)\s+\S|(?:is|are|was|were)\s+(?:an?|the|what|our|their|my|his|her)\b|means?\b|meant\b|refers?\b|:\s)/i;
/** Matches a lower-case word and an opening quotation mark right before a name; the group `verb` is this word. */
const ownMarkBefore = /(?<!\p{Ll})(?<verb>\p{Ll}+)\s["“‘](?:(?:the|an?)\s+)?$/u;
const ownMarkAfter = /^[,.;]?["”’](?!\p{L})/u;
const speaking: ReadonlySet<string> = new Set(
  'said says say cried cry whispered shouted answered asked replied called muttered murmured added exclaimed and'.split(
    ' ',
  ),
);
/** Matches the words right after a name: `as I call it`, `as the thing was called`. */
const namingBehind =
  /^[,.;]?["'”’*_»]*,?\s+as\s+(?:\S+\s+){1,4}(?:call(?:s|ed)?|name[sd]?|term(?:s|ed)?|known)\b/iu;
/** Matches `is one who` in `a wickwright is one who makes lamps`. */
const explainedBehind = /^\s+(?:is|are|was|were)\s+(?:one|those|someone|somebody)\s+(?:who|that)\b/iu;
const quotedBefore = /["“‘*_«]$/;
const quotedAfter = /^["”’*_»,.]/;

/** Judges a term by its form, by the sentences in which it was read, and by how often it was read or linked to. */
export function checkAdmission(theCase: AdmissionCase): Admission {
  const surfaces = [stripSuffix(theCase.term), ...theCase.aliases.map(stripSuffix)];
  if (surfaces.some((surface) => isCaseless(surface) || isName(surface, theCase.contexts)))
    return { isAdmitted: true, ground: 'name' };
  const isCoinedName = theCase.isEnglish && surfaces.some(isCoined);
  const isNamed = theCase.contexts.some((context) =>
    surfaces.some((surface) => isDefined(context, surface, isCoinedName)),
  );
  if (isNamed) return { isAdmitted: true, ground: 'defined' };
  if (isCoinedName) return { isAdmitted: true, ground: 'coined' };
  if (theCase.posts >= phrasePosts && (theCase.bond ?? 0) >= phraseBond)
    return { isAdmitted: true, ground: 'phrase' };
  if ((theCase.links ?? 0) >= enoughLinks) return { isAdmitted: true, ground: 'linked' };
  const recurs = theCase.wasHeld || (!theCase.isEnglish && theCase.posts >= foreignPosts);
  if (recurs) return { isAdmitted: true, ground: 'recurring' };
  return { isAdmitted: false, why: 'it is made of ordinary words and is not a name' };
}

/** Whether the surface has a word of two or more letters that is not in the English dictionary. */
function isCoined(surface: string): boolean {
  return splitWords(surface).some(({ folded }) => /^\p{L}{2,}$/u.test(folded) && !isEnglish(folded));
}

/**
 * Whether a surface is in a script without capitals. Such a script does not show which words are names, so the model
 * decides.
 */
function isCaseless(surface: string): boolean {
  return !/[\p{Lu}\p{Ll}\p{Lt}]/u.test(surface) && /\p{L}/u.test(surface);
}

/**
 * Whether the capitals of a surface show that it is a name: one of its capitalised words is not a plain word, or in one
 * of the contexts the beginning of a sentence does not explain all of its capitals.
 */
function isName(surface: string, contexts: readonly string[]): boolean {
  const words = splitWords(surface);
  const content = words.filter((word) => !smallWords.has(word.folded));
  if (!content.some((word) => word.isCapitalised)) return false;
  if (content.some((word) => word.isCapitalised && !isPlainWord(word.folded))) return true;
  return contexts.some((context) => isCapitalisedIn(context, words));
}

/** Whether the name occurs with its capitals, one of them in mid-sentence, in a text that is not mostly in capitals. */
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

/**
 * Whether the sentence says what the name means, or introduces it as a name. A name of ordinary words needs a wording
 * such as `called`, or quotation marks around nothing but the name.
 */
export function isDefined(context: string, surface: string, isCoinedName: boolean): boolean {
  const words = splitWords(context);
  const named = splitWords(surface).filter((word, index) => index > 0 || !isArticle(word.folded));
  return listOccurrences(words, named).some((at) => {
    const start = words[at]?.start ?? 0;
    const before = context.slice(Math.max(0, start - 48), start);
    const end = words[at + named.length - 1]?.end ?? 0;
    const after = context.slice(end, end + 48);
    const isCry = quotedBefore.test(before) && /^[!?]/.test(after);
    const isExplained = namingBehind.test(after) || explainedBehind.test(after);
    if (
      ((namingBefore.test(before) || isThingCalled(before)) && !isCry) ||
      isExplained ||
      hasOwnMarks(before, after)
    )
      return true;
    return (
      isCoinedName && (namingAfter.test(after) || (quotedBefore.test(before) && quotedAfter.test(after)))
    );
  });
}

/**
 * Whether the words before a name say how a thing is called, as `the fog called the` before `hush`. The words `the
 * officer called the` do not: in `the officer called the guard`, the officer shouts for the guard.
 */
function isThingCalled(before: string): boolean {
  const thing = toSingular(thingBefore.exec(before)?.groups?.['thing'] ?? '');
  const isAlive = isPersonWord(thing) || living.some((list) => isListed(list, thing));
  return isEnglish(thing) && !isAlive && !calling.has(thing);
}

/**
 * Whether the quotation marks set the name apart as a word (the “evader”) and are not the marks of speech (“Guard,” he
 * said).
 */
function hasOwnMarks(before: string, after: string): boolean {
  const verb = ownMarkBefore.exec(before)?.groups?.['verb'];
  return verb !== undefined && !speaking.has(verb) && ownMarkAfter.test(after);
}

/**
 * The words of a phrase other than function words. Empty if there are fewer than two: the term is then not a phrase.
 */
export function listPhraseWords(term: string): readonly string[] {
  const words = splitWords(stripSuffix(term)).map(({ folded }) => folded);
  const content = words.filter((word) => !smallWords.has(word) && !isFunctionWord(word));
  return content.length < 2 ? [] : content;
}
