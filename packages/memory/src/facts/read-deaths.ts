// Reads from a person's own words that somebody of theirs, or an animal, has died: "my dog died", "Karl passed away".
import lists from './death-words.json' with { type: 'json' };
import { findKind } from './find-people.ts';
import { isClauseStart } from './is-clause-start.ts';
import { isPhraseAt } from './is-phrase-at.ts';
import { isTakenBefore } from './is-standing.ts';
import { isSure } from './is-sure.ts';
import people from './people.json' with { type: 'json' };
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/** At least one of `kind` and `name` is there. */
export interface ReadDeath {
  /** The word for the person or animal, such as "husband" or "dog", in small letters. */
  readonly kind: string | undefined;
  /** The name, in small letters. */
  readonly name: string | undefined;
  /** What is said of the death, such as "died in May"; part of the quote. */
  readonly value: string;
  /**
   * Whether the words tell of a death only if they are about an animal, because a child who is put to sleep
   * has not died.
   */
  readonly isOfAnimal: boolean;
  readonly quote: string;
}

const longestRead = 4_000;
const mostDeaths = 5;
const mostBetween = 3;
const mostAttributes = 2;
const toPhrases = (words: string) => words.split(',').map((one) => one.split(' '));
const [died, idle] = [toPhrases(lists.died), toPhrases(lists.idle)];
const [asleep, asleepForced] = [toPhrases(lists.asleep), toPhrases(lists.asleepForced)];
const [own, between, parting, tails] = [
  toWordSet(lists.own),
  toWordSet(lists.between),
  toWordSet(lists.parting),
  toWordSet(lists.tails),
];
const attributes = toWordSet(people.attributes);
const joints = toWordSet('and,but,so,sadly,yesterday,today,then');
const negation = toWordSet('not,never,nearly,almost,no');

/** Reads only sure statements. The word "ago" does not make a death unsure: "my dog died a year ago". */
export function readDeaths(text: string): readonly ReadDeath[] {
  const found = splitSentences(text.slice(0, longestRead)).flatMap((sentence) => {
    const { tokens } = sentence;
    if (!isSure({ ...sentence, tokens: tokens.filter(({ word }) => word !== 'ago') })) return [];
    return tokens.flatMap((_, at) => findDeath(sentence, at) ?? findParting(sentence, at) ?? []);
  });
  return found.slice(0, mostDeaths);
}

interface Being extends Pick<ReadDeath, 'kind' | 'name'> {
  /** The place after the words that name the person or animal. */
  readonly end: number;
}

/** Finds "my dog Max has died" and "Max is dead". */
function findDeath(sentence: Sentence, start: number): ReadDeath | undefined {
  const { tokens } = sentence;
  if (!isClauseStart(tokens, start, joints) || isTakenBefore(tokens, start)) return undefined;
  const being = readBeing(tokens, start);
  if (being === undefined || tokens[being.end - 1]?.isEnd === true) return undefined;
  let at = being.end;
  while (at < being.end + mostBetween && between.has(tokens[at]?.word ?? '')) at += 1;
  const phrase = died.find((words) => isPhraseAt(tokens, words, at));
  if (phrase === undefined) return undefined;
  return isMeant(tokens, at + phrase.length) ? build(sentence, being, at) : undefined;
}

/** Whether the words tell of a death, unlike "Max died laughing" and "Karl is dead tired". */
function isMeant(tokens: readonly Token[], end: number): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  if (idle.some((words) => isPhraseAt(tokens, words, end))) return false;
  return next === undefined || last?.isEnd === true || tails.has(next.word);
}

/** Finds "we had to put Max to sleep" and "we buried our dog". */
function findParting(sentence: Sentence, start: number): ReadDeath | undefined {
  const { tokens } = sentence;
  if (!parting.has(tokens[start]?.word ?? '') || isTakenBefore(tokens, start)) return undefined;
  const clause = tokens.slice(0, start).findLastIndex(({ isEnd }) => isEnd);
  const before = tokens.slice(clause + 1, start).map(({ word }) => word);
  const being = readBeing(tokens, start + 1);
  if (being === undefined || !isDone(before)) return undefined;
  const isPut = tokens[start]?.word === 'put';
  const end = isPut ? measureAsleep(tokens, being.end, isForced(before)) : being.end;
  if (end === undefined || !isMeant(tokens, end)) return undefined;
  return { ...build(sentence, being, start), isOfAnimal: isPut };
}

/**
 * The place after "to sleep" or, if somebody had to do it, after "down". An animal that was just "put down" may have
 * been set on its feet.
 */
function measureAsleep(tokens: readonly Token[], at: number, isOfNeed: boolean): number | undefined {
  const phrase = (isOfNeed ? asleepForced : asleep).find((words) => isPhraseAt(tokens, words, at));
  return phrase && at + phrase.length;
}

/**
 * Whether the words before the verb say that it was done: "we" or "we had to", unlike "we have to" or "we do
 * not want to".
 */
function isDone(before: readonly string[]): boolean {
  const isOpen = before.some((word) => negation.has(word) || word === 'will' || word === 'to');
  return before.some((word) => word === 'i' || word === 'we') && (isForced(before) || !isOpen);
}

function isForced(before: readonly string[]): boolean {
  return before.at(-1) === 'to' && before.at(-2) === 'had';
}

function readBeing(tokens: readonly Token[], start: number): Being | undefined {
  const first = tokens[start];
  if (first === undefined) return undefined;
  // A relative may be called by the word for a relative, as in "Grandpa Otto" and "Mum".
  if (isRelativeName(first)) return readRelative(tokens, start);
  if (!own.has(first.word))
    return first.isCapital && first.word !== 'i'
      ? { kind: undefined, name: first.word, end: start + 1 }
      : undefined;
  let at = start + 1;
  while (at <= start + mostAttributes && attributes.has(tokens[at]?.word ?? '')) at += 1;
  return readNamed(tokens, at);
}

/** Words that are also titles, such as of nuns and priests: "Sister Agnes" and "Father Brown" may be nobody's kin. */
const titled = toWordSet('mother,father,sister,brother');

function readRelative(tokens: readonly Token[], start: number): Being | undefined {
  const being = readNamed(tokens, start);
  return being?.name !== undefined && titled.has(being.kind ?? '') ? undefined : being;
}

function isRelativeName({ word, isCapital }: Token): boolean {
  const kind = findKind(word);
  return isCapital && kind !== undefined && !(kind in people.named);
}

/** Reads the word for a person or an animal at this place, and a name that follows it. */
function readNamed(tokens: readonly Token[], at: number): Being | undefined {
  const kind = tokens[at];
  if (kind === undefined) return undefined;
  const named = tokens[at + 1];
  const isNamed = !kind.isEnd && named?.isCapital === true;
  return isNamed
    ? { kind: kind.word, name: named.word, end: at + 2 }
    : { kind: kind.word, name: undefined, end: at + 1 };
}

function build({ text, tokens }: Sentence, { kind, name }: Being, at: number): ReadDeath {
  const close = tokens.findIndex(({ isEnd, word }, place) => place >= at && (isEnd || word === 'and'));
  const last = tokens[close < 0 ? tokens.length - 1 : close];
  const to = last?.word === 'and' ? tokens[close - 1]?.to : last?.to;
  // In "my husband's dead" the verb is only an "s".
  const isShort = (tokens[at]?.to ?? 0) - (tokens[at]?.from ?? 0) === 1;
  const value = text.slice(tokens[isShort ? at + 1 : at]?.from ?? 0, to);
  return { kind, name, value, isOfAnimal: false, quote: text };
}
