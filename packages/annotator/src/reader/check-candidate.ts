// Checks a candidate: decides whether it is worth an entry, by rules that apply to any English story.

import { isClassWord } from './class-words.ts';
import type { Candidate } from './collect-candidates.ts';
import { isCommonWord, isEnglish, isListed, isPlainWord, type WordList } from './lexicon.ts';

export type Admission = 'admit' | 'try' | 'no';

/**
 * If an English word is in lower case more than this many times as often as it has the capital of a name, its capitals
 * are emphasis.
 */
const ordinaryShare = 1;
/** An invented noun that one scene mentions at least this often is one of the story's own words. */
const minWordMentions = 2;
/**
 * An invented word is a noun if it is used like one in at least this share of its mentions, such as after an article.
 * Misspellings and dialect words hardly ever are.
 */
const minNounShare = 0.5;
/**
 * A word on hold has recurred if it occurred at least this often; a word that may be a misspelling must also occur in
 * at least `minHeldPosts` posts.
 */
const minHeldMentions = 2;
const minHeldPosts = 2;

export interface HeldCounts {
  readonly mentions: number;
  readonly posts: number;
}

/**
 * `admit`: ask for an entry; `try`: ask once, so that the word is put on hold and counted; `no`: not a term.
 * `isDefined`: whether a sentence defines the candidate. A candidate that `isCapital` accepts, and that is capitalised
 * often enough, is a name, whatever else speaks against it.
 */
export function checkCandidate(
  candidate: Candidate,
  held: HeldCounts | undefined,
  isDefined: boolean,
  countFormer: CountCapitals,
): Admission {
  const judged = checkByLists(candidate, held, isDefined);
  if (judged !== 'no' || !isCapital(candidate)) return judged;
  if (isAboveFloor(candidate, held, countFormer)) return 'admit';
  return held === undefined && candidate.strong >= minHeldCapitals ? 'try' : 'no';
}

/** Counts how often a word is capitalised inside sentences of earlier scenes that the window still shows. */
export type CountCapitals = (word: string) => number;

/** A candidate that `isCapital` accepts is a name if it is capitalised inside sentences at least this often. */
const floor = 20;
/**
 * A word that one scene capitalises at least this often may be put on hold rather than refused, so that all its uses
 * are counted.
 */
const minHeldCapitals = 4;

/**
 * Whether the candidate is capitalised inside sentences, is not also an unknown word in lower case, and is not known to
 * everybody.
 */
function isCapital({ key, strong, lower }: Candidate): boolean {
  return strong > 0 && lower === 0 && !key.split(' ').every((word) => isListedIn(knownToAll, word));
}

function isAboveFloor(
  candidate: Candidate,
  held: HeldCounts | undefined,
  countFormer: CountCapitals,
): boolean {
  const { key, strong, ordinary, places } = candidate;
  if (strong >= floor || strong + countFormer(places[0]?.mention.text ?? key) >= floor) return true;
  // The count of a word on hold includes all its uses, so the share of capitalised ones is estimated from this scene.
  const share = strong / Math.max(1, places.length + ordinary);
  return (held?.mentions ?? 0) * share >= floor;
}

function checkByLists(candidate: Candidate, held: HeldCounts | undefined, isDefined: boolean): Admission {
  const words = candidate.key.split(' ');
  if (candidate.called > 0) return 'admit';
  if (isSomebody(candidate, words)) return 'admit';
  if (words.every(isNeverTerm)) return 'no';
  if (candidate.lower > 0 && words.length === 1) return checkWord(candidate, held, isDefined);
  if (candidate.lower > 0 || candidate.titles.size > 0) return 'admit';
  if (isDemonym(candidate, words)) return 'no';
  return words.length > 1
    ? checkLongName(candidate, words, isDefined)
    : checkShortName(candidate, held, isDefined);
}

/**
 * A name that is also an English word counts as a person's only if it is at least this often beside a verb of speech:
 * `said Grace`, `Will asked`.
 */
const minSpoken = 2;

/**
 * Whether verbs of speech show that a name of one word, which may also be an English word such as `Grace` or `Will`, is
 * a person's.
 */
function isSomebody({ spoken, strong, nounLike, places }: Candidate, words: readonly string[]): boolean {
  const isTitle =
    words.length > 1 || isListed('titles', words[0] ?? '') || isListed('genderedTitles', words[0] ?? '');
  return !isTitle && strong > 0 && spoken >= minSpoken && nounLike * 3 <= places.length;
}

/** Words that everybody knows, so that no reader looks them up. */
const knownToAll = [
  'calendar',
  'directions',
  'nationalities',
  'reverences',
  'titles',
  'genderedTitles',
  'functionWords',
  'interjections',
] as const;
const neverTerms = [...knownToAll, 'epithets'] as const;

/**
 * Whether the word is never a term. It is looked up with an added s, too, because keys have no final s, as in
 * `christma`.
 */
function isNeverTerm(word: string): boolean {
  return isListedIn(neverTerms, word);
}

function isListedIn(lists: readonly WordList[], word: string): boolean {
  const bare = word.replace(/\.$/, '');
  return lists.some((list) => isListed(list, bare) || isListed(list, `${bare}s`));
}

/**
 * In at least this share of its mentions, a word for the people or manner of a place is used like an adjective, or in
 * the plural.
 */
const demonymShare = 0.5;

function countPlurals(candidate: Candidate): number {
  return candidate.places.filter(({ mention }) => /s['’]?$/.test(mention.text)).length;
}

function isDemonym(candidate: Candidate, words: readonly string[]): boolean {
  if (words.length > 1 || !/(?:[ie]an|ite|ese|etic|itic)$/.test(candidate.key)) return false;
  return candidate.attributive + countPlurals(candidate) >= candidate.places.length * demonymShare;
}

function checkWord(candidate: Candidate, held: HeldCounts | undefined, isDefined: boolean): Admission {
  const mentions = candidate.places.length;
  if (candidate.strong > candidate.lower) return 'admit';
  if (!isDefined && isSpelling(candidate)) return 'no';
  const isNoun = candidate.nounLike > 0 && candidate.nounLike >= mentions * minNounShare;
  if (!isNoun) return 'no';
  if (isDefined || mentions >= minWordMentions) return 'admit';
  if (held === undefined) return 'try';
  return held.mentions >= minHeldMentions && held.posts >= minHeldPosts ? 'admit' : 'no';
}

/**
 * Whether at least half of the mentions are in or near dialect: an unknown word is then another spelling of an English
 * word, such as `wureld` or `seegars`.
 */
function isSpelling({ dialect, places }: Candidate): boolean {
  return dialect * 2 >= places.length;
}

/**
 * Judges a name of several words. If English words such as `Great Power` occur together only once, their capitals may
 * be emphasis, so the phrase is not admitted unless something else suggests a name, such as a last word for a place.
 */
function checkLongName(candidate: Candidate, words: readonly string[], isDefined: boolean): Admission {
  const mentions = candidate.places.length;
  const isEnglishOnly = words.every((word) => word.length > 1 && isEnglish(word));
  if (candidate.strong === 0) return !isEnglishOnly && (mentions > 1 || isDefined) ? 'admit' : 'no';
  if (!isEnglishOnly || mentions > 1 || isDefined || words.includes('of')) return 'admit';
  const last = words.at(-1) ?? '';
  if (isListed('personWords', last)) return 'no';
  return isListed('placeSuffixes', last) || isListed('groupWords', last) || isListed('eventWords', last)
    ? 'admit'
    : 'try';
}

/** A word for a class of things (`the Church`, `Friend`) is a name only if it is used as a name at least this often. */
const minClassUses = 3;

function isUsedAsName(candidate: Candidate): boolean {
  return Math.max(candidate.strong, candidate.places.length - candidate.nounLike) >= minClassUses;
}

/**
 * Judges a capitalised word that is not English. A word that only begins sentences may be clipped speech, such as
 * `S’pose`: it is no name if it has an apostrophe, or if it neither recurs nor is defined.
 */
function checkUnknown(candidate: Candidate, isDefined: boolean): Admission {
  const { key, strong, places } = candidate;
  if (strong === 0 && isSpelling(candidate)) return 'no';
  return strong > 0 || ((places.length > 1 || isDefined) && !/['’]/.test(key)) ? 'admit' : 'no';
}

/** Whether the key is an adverb such as `Decidedly`, which may begin any sentence, and not a name such as `Sally`. */
function isAdverb(key: string): boolean {
  const stem = /^(\p{L}{4,})ly$/u.exec(key)?.[1];
  return stem !== undefined && isPlainWord(key) && isPlainWord(stem);
}

/**
 * A `Shetland pony` is a pony: a name that occurs only before nouns, and inside sentences at most this often, gets no
 * entry.
 */
const maxAttributes = 2;

function checkShortName(candidate: Candidate, held: HeldCounts | undefined, isDefined: boolean): Admission {
  const { key, strong } = candidate;
  if (strong <= maxAttributes && candidate.attributive === candidate.places.length) return 'no';
  if (!isEnglish(key)) return checkUnknown(candidate, isDefined);
  if (isAdverb(key) || candidate.numbered * 2 > candidate.places.length) return 'no';
  const isEmphasis = strong === 0 || candidate.ordinary > strong * ordinaryShare;
  if (isEmphasis || (isClassWord(key) && !isUsedAsName(candidate))) return 'no';
  return !isPlainWord(key) || strong > 1 || isDefined ? 'admit' : checkOnce(candidate, held);
}

/**
 * Judges a plain word that is capitalised inside a sentence only once. Unless it is a common noun, such as `the
 * Reader`, it is put on hold. If it was on hold and has recurred, it is a name.
 */
function checkOnce(candidate: Candidate, held: HeldCounts | undefined): Admission {
  if ((held?.mentions ?? 0) >= minHeldMentions) return 'admit';
  const isNoun = isCommonWord(candidate.key) && candidate.nounLike > 0;
  return held === undefined && !isNoun ? 'try' : 'no';
}
