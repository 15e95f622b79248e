// Reads from a person's own words what is called off: "I cancelled the dentist", "the party is off".
import lists from './cancelling-words.json' with { type: 'json' };
import deeds from './deed-words.json' with { type: 'json' };
import { isPhraseAt } from './is-phrase-at.ts';
import { isTakenBefore } from './is-standing.ts';
import { isSure } from './is-sure.ts';
import reminders from './reminder-words.json' with { type: 'json' };
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const mostCancelled = 5;
/** The maximum number of words for the thing that is called off. */
const mostWords = 8;
/** At most this many words may come between the person and the verb, or between the thing and "off". */
const mostBetween = 4;

const [who, between, verbs, had, being, determiners, events, stops, doubts] = [
  toWordSet(lists.who),
  toWordSet(lists.between),
  toWordSet(lists.verbs),
  toWordSet(lists.had),
  toWordSet(lists.being),
  toWordSet(lists.determiners),
  toWordSet(reminders.appointments),
  toWordSet(lists.stops),
  toWordSet(lists.doubts),
];
const notThings = toWordSet(deeds.notThings);
const notGoing = lists.notGoing.split(',').map((phrase) => phrase.split(' '));
const clauseWords: ReadonlySet<string> = new Set(['and', 'but', 'so', 'because', 'well', 'oh', 'also']);

/**
 * Returns the words for what is called off, as they are in the text. Reads only statements, and no doubts, questions
 * or denials.
 */
export function readCancellations(text: string): readonly string[] {
  const found = splitSentences(text.slice(0, longestRead)).flatMap((sentence) => {
    if (!isSure(sentence) || sentence.tokens.some(({ word }) => doubts.has(word))) return [];
    return listClauseStarts(sentence.tokens).flatMap((start) => findCancelled(sentence, start) ?? []);
  });
  return [...new Set(found)].slice(0, mostCancelled);
}

function listClauseStarts(tokens: readonly Token[]): readonly number[] {
  const starts = tokens.flatMap((_, at) => {
    const former = tokens[at - 1];
    return former === undefined || former.isEnd || clauseWords.has(former.word) ? [at] : [];
  });
  return starts.filter((start) => !isTakenBefore(tokens, start));
}

function findCancelled(sentence: Sentence, start: number): string | undefined {
  const { tokens } = sentence;
  const range = findDone(tokens, start) ?? findNotGoing(tokens, start) ?? findBeing(tokens, start);
  if (range === undefined) return undefined;
  const [first, last] = [tokens[range.from], tokens[range.to - 1]];
  return first === undefined || last === undefined ? undefined : sentence.text.slice(first.from, last.to);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Finds the thing in "I cancelled the dentist", "we had to cancel dinner" or "they called the concert off". */
function findDone(tokens: readonly Token[], start: number): Range | undefined {
  if (!who.has(tokens[start]?.word ?? '')) return undefined;
  const at = skip(tokens, start + 1, between);
  const [verb, former] = [tokens[at]?.word ?? '', tokens[at - 1]?.word];
  if (verb === 'called') return findCalledOff(tokens, at + 1);
  const isVerb = verbs.has(verb) || (had.has(verb) && former === 'to' && tokens[at - 2]?.word === 'had');
  return isVerb && tokens[at]?.isEnd === false ? measureThing(tokens, at + 1) : undefined;
}

function findCalledOff(tokens: readonly Token[], at: number): Range | undefined {
  if (tokens[at]?.word === 'off') return measureThing(tokens, at + 1);
  const off = tokens.slice(at, at + mostWords).findIndex(({ word }) => word === 'off');
  const isWhole = off > 0 && !tokens.slice(at, at + off).some(({ isEnd, word }) => isEnd || stops.has(word));
  return isWhole ? { from: at, to: at + off } : undefined;
}

/** Finds the thing in "I'm not going to the party", but finds none in "I'm not going to dance". */
function findNotGoing(tokens: readonly Token[], start: number): Range | undefined {
  if (!who.has(tokens[start]?.word ?? '')) return undefined;
  const phrase = notGoing.find((one) => one.every((word, next) => tokens[start + 1 + next]?.word === word));
  const at = start + 1 + (phrase?.length ?? 0);
  return phrase !== undefined && determiners.has(tokens[at]?.word ?? '')
    ? measureThing(tokens, at)
    : undefined;
}

/** Finds the thing in "The dentist is off" or "my appointment on Tuesday has been cancelled". */
function findBeing(tokens: readonly Token[], start: number): Range | undefined {
  const isBare = !determiners.has(tokens[start]?.word ?? '') && !isEvent(tokens[start]);
  if (isBare && !isBareThing(tokens[start])) return undefined;
  const length = tokens.slice(start, start + mostWords).findIndex(({ word }) => being.has(word));
  const to = start + length;
  if (length < 1 || tokens.slice(start, to).some(({ isEnd }) => isEnd)) return undefined;
  const at = skip(tokens, to, being);
  // "The light is off" says that something is off, but cancels nothing.
  const isMeant = verbs.has(tokens[at]?.word ?? '') || tokens.slice(start, to).some(isEvent);
  const isCalledOff = isBare ? verbs.has(tokens[at]?.word ?? '') : isOff(tokens, at);
  return isMeant && isCalledOff ? { from: start, to } : undefined;
}

/** Whether the word names a thing, as in "Choir was cancelled", unlike "it was cancelled". */
function isBareThing(token: Token | undefined): boolean {
  return token?.isCapital === true && !notThings.has(token.word);
}

/**
 * Whether the words from here on call something off. "Off" counts only at the end or before a word such as "because" or
 * "today", unlike in "he is off to Spain" and "she is off work".
 */
function isOff(tokens: readonly Token[], at: number): boolean {
  const [word, next] = [tokens[at], tokens[at + 1]];
  if (word === undefined) return false;
  if (verbs.has(word.word)) return true;
  if (word.word === 'called') return next?.word === 'off';
  const isNow = ['is', 'are', 'now', 'also', 'unfortunately', 'sadly'].includes(tokens[at - 1]?.word ?? '');
  return word.word === 'off' && isNow && (word.isEnd || next === undefined || stops.has(next.word));
}

function isEvent(token: Token | undefined): boolean {
  return token !== undefined && events.has(token.word);
}

/** The words that name a thing, from here to the end of the clause or to a word that adds something else. */
function measureThing(tokens: readonly Token[], from: number): Range | undefined {
  let to = from;
  while (to < tokens.length && to < from + mostWords && !stops.has(tokens[to]?.word ?? '')) {
    if (isForGoodAt(tokens, to)) break;
    to += 1;
    if (tokens[to - 1]?.isEnd === true) break;
  }
  return to > from ? { from, to } : undefined;
}

const endings = ['for good', 'for ever', 'for all time', 'forever', 'permanently', 'altogether'].map(
  (words) => words.split(' '),
);

function isForGoodAt(tokens: readonly Token[], at: number): boolean {
  return endings.some((words) => isPhraseAt(tokens, words, at));
}

function skip(tokens: readonly Token[], start: number, words: ReadonlySet<string>): number {
  let at = start;
  while (at < start + mostBetween && words.has(tokens[at]?.word ?? '') && tokens[at]?.isEnd === false)
    at += 1;
  return at;
}

/** Words such as "for good", which say of something called off that it never comes again. */
const forGood =
  /^[\s,]*(?:for good(?!\s(?:measure|reasons?)\b)|for ever|forever|permanently|altogether|for all time)(?![\p{L}\p{N}])/iu;

/** Whether the text says, after the words `named`, that this is called off for good. */
export function isCancelledForGood(text: string, named: string): boolean {
  const behind = text.slice(text.indexOf(named) + named.length);
  // In "I cancelled choir and left Tom for good", only Tom is left for good.
  const [clause = ''] = behind.split(/[.!?;\n]|\s(?:and|but|so|then)\s(?!for\s|forever|permanently)/iu, 1);
  return clause.split(/\s(?=for|forever|permanently|altogether)/iu).some((part) => forGood.test(part));
}
