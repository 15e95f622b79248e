// Reads from a person's own words what they have done: "I called the vet", "I've paid the rent", "the interview is over".
import cancelling from './cancelling-words.json' with { type: 'json' };
import lists from './deed-words.json' with { type: 'json' };
import patterns from './fact-patterns.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import { isTakenBefore } from './is-standing.ts';
import { isSure } from './is-sure.ts';
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** Something that was done, in the exact words of the text. */
export interface ReadDeed {
  /** The verb as it was said, such as "called"; undefined if it is only said that something is done or over. */
  readonly verb: string | undefined;
  /**
   * The words after the verb in its clause, such as "the vet this morning"; they say to what it was done. For
   * "the parcel was sent back", they are "the parcel back".
   */
  readonly rest: string;
  /** Whether it was done before today, or on a day that is named. */
  readonly isEarlier: boolean;
  /**
   * Whether a word such as "was" is missing before the verb, as in "Library books returned": a person may have done it.
   */
  readonly isBare?: boolean;
}

const longestRead = 4_000;
/**
 * Words such as "last week" and "years ago": what was done so long ago was hardly one of the plans that are still
 * open.
 */
const longAgo =
  /\b(?:last|past)\s(?:week|month|year|spring|summer|autumn|fall|winter)\b|\b(?:weeks?|months?|years?)\sago\b/iu;
const mostDeeds = 10;
const mostBetween = 4;
const mostWords = 14;
/** The maximum number of words for a thing that is said to be done. */
const mostThing = 8;

const [who, between, participles, joints, stops, failed, earlier] = [
  toWordSet(lists.who),
  toWordSet(lists.between),
  toWordSet(lists.past),
  toWordSet(lists.joints),
  toWordSet(lists.stops),
  new Set([...toWordSet(lists.failed), ...toWordSet(patterns.negation), ...toWordSet(cancelling.doubts)]),
  toWordSet(lists.earlier),
];
const particles = toWordSet(lists.particles);
const [whole, being, passive, perfect, notThings, behind, speaking] = [
  toWordSet(lists.whole),
  toWordSet(lists.being),
  toWordSet(lists.passive),
  toWordSet(lists.perfect),
  toWordSet(lists.notThings),
  toWordSet(lists.behind),
  toWordSet(lists.speaking),
];
/**
 * Words that say that a thing is still to be done: "get the hall booked", "books to be returned", "once the rent is
 * paid".
 */
const toDo = toWordSet(lists.toDo);
/**
 * Beginnings of clauses about what is not done, or is done only in part: "make sure the rent is paid", "half the rent
 * paid".
 */
const notYet = toWordSet(lists.notYet);
const owned = toWordSet('the,my,our');
/** Verbs such as "put", which have the same form in the present: "Put the bins out" is a plan rather than a deed. */
const openVerbs = toWordSet(lists.open);

/** Reads only sure statements of what has been done lately, and no denials or deeds that failed. */
export function readDeeds(text: string): readonly ReadDeed[] {
  const found = splitSentences(text.slice(0, longestRead)).flatMap((sentence) => {
    if (!isSure(sentence) || longAgo.test(sentence.text)) return [];
    if (sentence.tokens.some(({ word }) => failed.has(word))) return [];
    return sentence.tokens.flatMap(
      (_, start) => findDeed(sentence, start) ?? findDone(sentence, start) ?? findBare(sentence, start) ?? [],
    );
  });
  return found.slice(0, mostDeeds);
}

function findDeed({ text, tokens }: Sentence, start: number): ReadDeed | undefined {
  if (!isClauseStart(tokens, start, joints) || isTakenBefore(tokens, start)) return undefined;
  const at = skipTo(tokens, start);
  const verb = tokens[at];
  if (verb === undefined || verb.isEnd || !isPast(verb.word)) return undefined;
  if (at === start && openVerbs.has(verb.word)) return undefined;
  const clause = measureClause(tokens, at + 1);
  const [first, last] = [clause[0], clause.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    verb: verb.word,
    rest: text.slice(first.from, last.to),
    isEarlier: tokens.some(({ word }) => earlier.has(word)),
  };
}

/** Finds "the interview is over" and "the rent has been paid". */
function findDone({ text, tokens }: Sentence, start: number): ReadDeed | undefined {
  if (!isClauseStart(tokens, start, joints) || isTakenBefore(tokens, start)) return undefined;
  const to = findBeing(tokens, start);
  if (to === undefined) return undefined;
  let at = to;
  while (at <= to + mostBetween && being.has(tokens[at]?.word ?? '')) at += 1;
  const [first, last, verb] = [tokens[start], tokens[to - 1], tokens[at]];
  if (first === undefined || verb === undefined) return undefined;
  const beings = tokens.slice(to, at);
  const isThing = owned.has(first.word) && !speaking.has(verb.word);
  if (!isLast(tokens, at) || !isDone(verb.word, beings, isThing)) return undefined;
  return {
    verb: whole.has(verb.word) ? undefined : verb.word,
    rest: `${text.slice(first.from, last?.to)}${readParticle(tokens, at)}`,
    isEarlier: tokens.some(({ word }) => earlier.has(word)),
  };
}

/** Finds "Library books returned." and "Rent paid!": a sentence of a thing and what was done to it. */
function findBare({ text, tokens }: Sentence, start: number): ReadDeed | undefined {
  const at = start === 0 ? tokens.findIndex(({ word }, place) => place > 0 && isPast(word)) : -1;
  const [first, last, verb] = [tokens[0], tokens[at - 1], tokens[at]];
  if (at < 1 || at > mostThing || first === undefined || verb === undefined) return undefined;
  const isThing =
    !notYet.has(first.word) && tokens.slice(0, at).every(({ word, isEnd }) => !isEnd && isOfThing(word));
  const rest = tokens.length - at - 1;
  const isWhole = rest === 0 || (rest === 1 && isLast(tokens, at));
  if (!isThing || !isWhole || speaking.has(verb.word) || openVerbs.has(verb.word)) return undefined;
  const thing = `${text.slice(first.from, last?.to)}${readParticle(tokens, at)}`;
  return { verb: verb.word, rest: thing, isEarlier: false, isBare: true };
}

function isOfThing(word: string): boolean {
  return ![who, notThings, being, between, toDo].some((words) => words.has(word));
}

/** The particle after the verb, such as "in" of "handed in", with a blank before it; empty if there is none. */
function readParticle(tokens: readonly Token[], at: number): string {
  const [verb, next] = [tokens[at], tokens[at + 1]];
  return verb?.isEnd === false && next !== undefined && particles.has(next.word) ? ` ${next.word}` : '';
}

/** Whether nothing follows but words such as "now", or what belongs to the verb: "the essay is handed in". */
function isLast(tokens: readonly Token[], at: number): boolean {
  const [verb, next] = [tokens[at], tokens[at + 1]];
  if (verb === undefined || verb.isEnd || next === undefined || behind.has(next.word)) return true;
  const after = tokens[at + 2];
  // "Fed up" and "booked out" tell no deed.
  const isParticle = particles.has(next.word) && verb.word !== 'fed' && verb.word !== 'booked';
  return isParticle && (next.isEnd || after === undefined || behind.has(after.word));
}

/**
 * Whether the thing is over, or somebody did to it what the verb says. False if the thing itself did so: "the dentist
 * has called", "the dentist's called", "the dentist just called".
 */
function isDone(verb: string, beings: readonly Token[], isThing: boolean): boolean {
  const isPerfect =
    beings.some(({ word }) => perfect.has(word)) && !beings.some(({ word }) => word === 'been');
  if (isPerfect) return verb === 'finished';
  const isPassive = beings.some(({ word, from, to }) => passive.has(word) && (isThing || to - from > 1));
  return whole.has(verb) || (isPassive && isPast(verb));
}

/** Finds where "is" or the like follows the words for a thing. */
function findBeing(tokens: readonly Token[], start: number): number | undefined {
  const reach = tokens.slice(start, start + mostThing);
  const at = reach.findIndex(({ word }) => being.has(word));
  const isThing =
    at > 0 &&
    ![notThings, notYet].some((words) => words.has(reach[0]?.word ?? '')) &&
    !reach.slice(0, at).some(({ isEnd, word }) => isEnd || who.has(word) || toDo.has(word));
  return isThing ? start + at : undefined;
}

/** Skips "I have already"; a deed may also be told without "I": "Called the vet." */
function skipTo(tokens: readonly Token[], start: number): number {
  if (!who.has(tokens[start]?.word ?? '')) return start;
  let at = start + 1;
  while (at <= start + mostBetween && between.has(tokens[at]?.word ?? '')) at += 1;
  return at;
}

/** Whether the word is a past form, unlike "feed" and "need". */
function isPast(word: string): boolean {
  return participles.has(word) || /^\p{L}{2,}(?<!e)ed$/u.test(word);
}

/**
 * Whether the word after "and" still belongs to the thing, as in "bread and milk"; in "the vet and went home"
 * another deed follows.
 */
function isListed(next: Token | undefined): boolean {
  return next !== undefined && !who.has(next.word) && !between.has(next.word) && !isPast(next.word);
}

/** The words from here to the end of the clause, or to a word that begins another one. */
function measureClause(tokens: readonly Token[], from: number): readonly Token[] {
  const reach = tokens.slice(from, from + mostWords);
  const stop = reach.findIndex(
    ({ word }, at) => stops.has(word) || (word === 'and' && !isListed(reach[at + 1])),
  );
  const until = stop < 0 ? reach : reach.slice(0, stop);
  const end = until.findIndex(({ isEnd }) => isEnd);
  return end < 0 ? until : until.slice(0, end + 1);
}
