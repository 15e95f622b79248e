// Checks a candidate: which candidates are worth an entry, by rules that any English story obeys.

import { isClassWord } from './class-words.ts';
import type { Candidate } from './collect-candidates.ts';
import { isCommonWord, isEnglish, isListed, isPlainWord, type WordList } from './lexicon.ts';

export type Admission = 'admit' | 'try' | 'no';

/** A name that is also an English word must be capitalised more often than not; otherwise its capitals are emphasis. */
const ordinaryShare = 1;
/** An invented word that is used as a noun this often in one scene is a word of the story's own. */
const minWordMentions = 2;
/** A noun follows an article, possessive or number at least this often; misspellings and dialect words do not. */
const minNounShare = 0.5;
/** A word on hold that was met this often, in at least this many posts, is not a misspelling. */
const minHeldMentions = 2;
const minHeldPosts = 2;

export interface HeldCounts {
  readonly mentions: number;
  readonly posts: number;
}

/**
 * `admit`: ask for an entry; `try`: ask once, so that it is put on hold and counted; `no`: not a term. `isDefined` says
 * that some sentence defines it. What is capitalised often enough is a name, even if something else suggests otherwise.
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

/** How often a word has its capital inside sentences of the scenes before, as far as the window still shows them. */
export type CountCapitals = (word: string) => number;

/** What is capitalised inside sentences this often is a name, whatever word lists and English usage say. */
const floor = 20;
/** What is capitalised this often in one scene is worth counting in everything read. */
const minHeldCapitals = 4;

/** Whether its capital inside sentences marks something that not everybody knows. */
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
  // All uses of a held word are counted; this scene shows what share of them is capitalised.
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
 * How often a name that is not a title must be beside a verb of speech to be a person's: `said Grace`, `Will asked`.
 */
const minSpoken = 2;

/** First names that are English words too: whoever speaks is a person. */
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

/** Keys are singular, so `Christmas` lacks its last letter there. */
function isNeverTerm(word: string): boolean {
  return isListedIn(neverTerms, word);
}

function isListedIn(lists: readonly WordList[], word: string): boolean {
  const bare = word.replace(/\.$/, '');
  return lists.some((list) => isListed(list, bare) || isListed(list, `${bare}s`));
}

/**
 * A word for the people or manner of a place is used like an adjective, or in the plural, in at least this share of its
 * mentions.
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

/** In dialect, a word that English does not know is a spelling of one that it knows: `wureld`, `seegars`. */
function isSpelling({ dialect, places }: Candidate): boolean {
  return dialect * 2 >= places.length;
}

/**
 * A phrase of English words with capitals is a name when it recurs, when it is defined, or when its last word
 * or a linking word shows it to be a place, a group or an event; a single `Great Power` is emphasis.
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

/** A word for a class of things (`the Church`, `Friend`) is a name only if it is used as one this often. */
const minClassUses = 3;

function isUsedAsName(candidate: Candidate): boolean {
  return Math.max(candidate.strong, candidate.places.length - candidate.nounLike) >= minClassUses;
}

/**
 * Clipped speech (`S’pose`) also begins sentences, so a word with an apostrophe is a name only when it has a
 * capital inside a sentence. Any other word that occurs only once, at the start of a sentence, is a name if
 * that sentence says what it is.
 */
function checkUnknown(candidate: Candidate, isDefined: boolean): Admission {
  const { key, strong, places } = candidate;
  if (strong === 0 && isSpelling(candidate)) return 'no';
  return strong > 0 || ((places.length > 1 || isDefined) && !/['’]/.test(key)) ? 'admit' : 'no';
}

/**
 * A `Shetland pony` is a pony: a name that occurs only before such a noun, and at most this often, is not
 * something that the story is about.
 */
const maxAttributes = 2;

function checkShortName(candidate: Candidate, held: HeldCounts | undefined, isDefined: boolean): Admission {
  const { key, strong } = candidate;
  if (strong <= maxAttributes && candidate.attributive === candidate.places.length) return 'no';
  if (!isEnglish(key)) return checkUnknown(candidate, isDefined);
  const isEmphasis = strong === 0 || candidate.ordinary > strong * ordinaryShare;
  if (isEmphasis || (isClassWord(key) && !isUsedAsName(candidate))) return 'no';
  return !isPlainWord(key) || strong > 1 || isDefined ? 'admit' : checkOnce(candidate, held);
}

/**
 * Judges a plain word that occurred once: a common noun such as `the Reader` is not a name; a word on hold becomes a
 * name when it has recurred.
 */
function checkOnce(candidate: Candidate, held: HeldCounts | undefined): Admission {
  if ((held?.mentions ?? 0) >= minHeldMentions) return 'admit';
  const isNoun = isCommonWord(candidate.key) && candidate.nounLike > 0;
  return held === undefined && !isNoun ? 'try' : 'no';
}
