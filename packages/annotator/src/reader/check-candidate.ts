// Checks a candidate: decides whether it is worth an entry, by rules that apply to any English story.

import { isClassWord } from './class-words.ts';
import type { Candidate } from './collect-candidates.ts';
import { isCommonWord, isEnglish, isListed, isPlainWord, type WordList } from './lexicon.ts';

export type Admission = 'admit' | 'try' | 'no';

/**
 * If a name is also an English word, and has more than this many uses in lower case for each use with a capital that
 * marks a name, its capitals are emphasis.
 */
const ordinaryShare = 1;
/** If one scene uses an invented word as a noun at least this often, it is one of the story's own words. */
const minWordMentions = 2;
/**
 * In at least this share of its mentions, a noun follows an article, possessive or number. Misspellings and dialect
 * words do not.
 */
const minNounShare = 0.5;
/** A word on hold is no misspelling if it occurred at least this often, and in at least `minHeldPosts` posts. */
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

/** A word that is capitalised inside sentences at least this often is a name, unless everybody knows the word. */
const floor = 20;
/** If one scene capitalises a word at least this often, the word is put on hold, so that all its uses are counted. */
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
 * If a name is beside a verb of speech at least this often and is not a title, it is a person's: `said Grace`, `Will
 * asked`.
 */
const minSpoken = 2;

/** Whether a candidate that is also an English word, such as `Grace` or `Will`, is a person: only persons speak. */
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
 * Whether the candidate is dialect: an unknown word is then another spelling of an English word, such as `wureld` or
 * `seegars`.
 */
function isSpelling({ dialect, places }: Candidate): boolean {
  return dialect * 2 >= places.length;
}

/**
 * A capitalised phrase of English words is a name if it recurs, if it is defined, or if its last word or the word `of`
 * shows that it is a place, a group or an event. If it occurs only once (`Great Power`), its capitals may be emphasis,
 * so it is tried; if its last word is one for people, it is no term.
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
 * Clipped speech (`S’pose`) may also begin a sentence. So a word with an apostrophe is a name only if it is
 * capitalised inside a sentence. Any other word that occurs only once, at the start of a sentence, is a name if the
 * sentence says what it is.
 */
function checkUnknown(candidate: Candidate, isDefined: boolean): Admission {
  const { key, strong, places } = candidate;
  if (strong === 0 && isSpelling(candidate)) return 'no';
  return strong > 0 || ((places.length > 1 || isDefined) && !/['’]/.test(key)) ? 'admit' : 'no';
}

/**
 * Whether the key is an adverb, which may begin any sentence, because it is an English word with `-ly`: `Decidedly`,
 * but not `Sally`.
 */
function isAdverb(key: string): boolean {
  const stem = /^(\p{L}{4,})ly$/u.exec(key)?.[1];
  return stem !== undefined && isPlainWord(key) && isPlainWord(stem);
}

/** A `Shetland pony` is a pony: a name that occurs only before nouns, and at most this often, gets no entry. */
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
 * Judges a plain word that occurred only once. A common noun such as `the Reader` is not a name. A word on hold
 * becomes a name when it recurs.
 */
function checkOnce(candidate: Candidate, held: HeldCounts | undefined): Admission {
  if ((held?.mentions ?? 0) >= minHeldMentions) return 'admit';
  const isNoun = isCommonWord(candidate.key) && candidate.nounLike > 0;
  return held === undefined && !isNoun ? 'try' : 'no';
}
