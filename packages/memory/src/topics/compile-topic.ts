// Compiles a topic: lists all its statements with speaker, time and event, and chooses the best of them.
import type { Talk } from './rank-topics.ts';
import { type Sentence, stripOpener, type Utterance, type Word } from './utterance.ts';
import {
  addressWords,
  adverbs,
  countCommon,
  genericStems,
  ownWords,
  praise,
  pronouns,
  replies,
  showing,
} from './word-lists.ts';

export interface Statement {
  readonly eventId: number;
  readonly atMs: number;
  /** The day on which the statement was said, where the person lives, such as `2026-07-08`. */
  readonly day: string;
  /** Whether it is not known when the statement was said. */
  readonly isUndated: boolean;
  readonly speaker: string;
  readonly text: string;
  readonly weight: number;
  /** Stems of the words with content. */
  readonly stems: ReadonlySet<string>;
  readonly session: number;
}

const mostAlike = 0.6;
const sameSessionCost = 0.7;
const longestStatement = 300;
/** A statement weighs more for words that other statements have too. This many words count, the commonest first. */
const centralWords = 4;
const centralWeight = 1.2;
const shortestTelling = 4;

export function buildWeighing(talk: Talk): ScoringContext {
  const hasVerbs = talk.sentences.some(({ words }) => words.some(({ kind }) => kind === 'verb'));
  return { rarity: buildRarity(talk), hasVerbs };
}

/** Tells how rare a word is in this talk. */
function buildRarity(talk: Talk): Rarity {
  const counts = new Map<string, number>();
  for (const { words } of talk.sentences) {
    for (const stem of new Set(words.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return (stem) => Math.log2((talk.sentences.length + 1) / (counts.get(stem) ?? 1));
}

/** The statements among the sentences with these indices, in order. */
export function listStatements(
  talk: Talk,
  places: readonly number[],
  weighing: ScoringContext,
): readonly Statement[] {
  const statements = places.flatMap((place) => {
    const sentence = talk.sentences[place];
    const utterance = sentence === undefined ? undefined : talk.utterances[sentence.at];
    if (sentence === undefined || utterance === undefined) return [];
    const text = stripOpener(sentence.text, talk.calledNames);
    const opened = { ...sentence, text, words: cutWords(sentence, text) };
    return isStatement(opened) ? [buildStatement(talk, opened, { utterance, weighing })] : [];
  });
  return addCentrality(statements);
}

/**
 * A statement that shares its words with the rest of the topic is about the topic. A statement that only
 * mentions the topic weighs less.
 */
function addCentrality(statements: readonly Statement[]): readonly Statement[] {
  const counts = new Map<string, number>();
  for (const { stems } of statements) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return statements.map((statement) => {
    const shares = [...statement.stems]
      .map((stem) => ((counts.get(stem) ?? 1) - 1) / statements.length)
      .sort((one, other) => other - one);
    const centrality = shares.slice(0, centralWords).reduce((sum, share) => sum + share, 0);
    return { ...statement, weight: statement.weight + centralWeight * centrality };
  });
}

/** The words of a sentence whose beginning was cut off: those that make up the remaining letters. */
function cutWords(sentence: Sentence, text: string): Sentence['words'] {
  let dropped = countLetters(sentence.text) - countLetters(text);
  return sentence.words.filter((word) => {
    const isDropped = dropped > 0;
    dropped -= countLetters(word.lower);
    return !isDropped;
  });
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

interface StatementContext {
  readonly utterance: Utterance;
  readonly weighing: ScoringContext;
}

function buildStatement(
  talk: Talk,
  sentence: Sentence,
  { utterance, weighing }: StatementContext,
): Statement {
  return {
    eventId: utterance.id,
    atMs: utterance.atMs,
    day: utterance.day,
    isUndated: utterance.isUndated,
    speaker: utterance.speaker,
    text: cut(sentence.text),
    weight: scoreSentence(sentence, weighing),
    stems: new Set(sentence.words.map((word) => word.stem).filter(isTelling)),
    session: talk.sessions[sentence.at] ?? 0,
  };
}

function isTelling(stem: string): boolean {
  return stem.length >= shortestTelling && !genericStems.has(stem);
}

function cut(text: string): string {
  return text.length <= longestStatement ? text : `${text.slice(0, longestStatement - 1).toWellFormed()}…`;
}

/** Chooses up to `count` statements that say the most and differ from each other, in the order of time. */
export function chooseStatements(statements: readonly Statement[], count: number): readonly Statement[] {
  const chosen: Statement[] = [];
  const rest = new Set(statements);
  while (chosen.length < count && rest.size > 0) {
    const [best] = [...rest]
      .map((statement) => ({ statement, weight: scoreBeside(statement, chosen) }))
      .sort((one, other) => other.weight - one.weight || one.statement.eventId - other.statement.eventId);
    if (best === undefined || best.weight === Number.NEGATIVE_INFINITY) break;
    rest.delete(best.statement);
    chosen.push(best.statement);
  }
  return chosen.sort((one, other) => one.atMs - other.atMs || one.eventId - other.eventId);
}

function scoreBeside(statement: Statement, chosen: readonly Statement[]): number {
  if (chosen.some((one) => countAlike(one.stems, statement.stems) > mostAlike))
    return Number.NEGATIVE_INFINITY;
  return (
    statement.weight - sameSessionCost * chosen.filter((one) => one.session === statement.session).length
  );
}

function countAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return countCommon(one, other) / Math.max(1, Math.min(one.size, other.size));
}

/** Renders a statement as `2023-05-08, Caroline: I went to a support group yesterday. (#3)`. */
export function renderStatement({
  day,
  isUndated,
  speaker,
  text,
  eventId,
}: Pick<Statement, 'day' | 'isUndated' | 'speaker' | 'text' | 'eventId'>): string {
  return `${isUndated ? 'undated' : day}, ${speaker}: ${text} (#${eventId})`;
}

/**
 * How rare a stem is: the logarithm of the number of all sentences divided by the number of sentences with the
 * stem.
 */
type Rarity = (stem: string) => number;

/** Words that refer to something in another sentence. */
const pointers: ReadonlySet<string> = new Set(['it', 'them', 'this', 'these']);
const fewestWords = 4;
const goodWords = { fewest: 6, most: 32 };
const mostContent = 5;
const greatestRarity = 6;
const costs = { verbless: 2, reply: 2.5, showing: 3.5 };
const timeBonus = 0.6;
const time =
  /\b(?:yesterday|tomorrow|tonight|recently|ago|(?:last|next|this past) (?:week|weekend|month|year|night|summer|winter|spring|fall|autumn|\p{L}+day))\b/iu;

/**
 * Whether a sentence tells something: it has at least four words, is not a question, and does not begin with praise,
 * thanks or a greeting.
 */
function isStatement(sentence: Sentence): boolean {
  const words = listSpoken(sentence.words);
  const [first] = words;
  if (first === undefined || words.length < fewestWords || /\?["”')]*$/.test(sentence.text)) return false;
  return !praise.has(first.lower);
}

interface ScoringContext {
  readonly rarity: Rarity;
  /** Whether verbs are recognised. If so, a sentence without a verb weighs less. */
  readonly hasVerbs: boolean;
}

/** Scores a sentence: the more it says, the higher the score. */
export function scoreSentence(sentence: Sentence, { rarity, hasVerbs }: ScoringContext): number {
  const words = listSpoken(sentence.words);
  const isVerbless = hasVerbs && !words.some(({ kind }) => kind === 'verb');
  return (
    scoreContent(words, rarity) +
    scoreSpeaker(words) +
    scoreForm(sentence.text, words) +
    scorePurpose(sentence.text) -
    (isVerbless ? costs.verbless : 0)
  );
}

/**
 * A sentence that mentions a time tells of an event. A sentence that agrees, gives wishes or points at
 * something refers to another sentence.
 */
function scorePurpose(text: string): number {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'");
  const words = plain.match(/[\p{L}\p{N}%']+/gu) ?? [];
  const begun = `${words.filter((word) => !adverbs.has(word)).join(' ')} `;
  const isReply = replies.some((reply) => begun.startsWith(`${reply} `));
  const isShowing = showing.some((phrase) => plain.includes(phrase));
  return (time.test(plain) ? timeBonus : 0) - (isReply ? costs.reply : 0) - (isShowing ? costs.showing : 0);
}

function scoreContent(words: readonly Word[], rarity: Rarity): number {
  const content = new Map(
    words.filter(isContent).map((word) => [word.stem, Math.min(rarity(word.stem), greatestRarity)]),
  );
  const sum = [...content.values()].reduce((total, weight) => total + weight / greatestRarity, 0);
  const facts = words.filter((word, at) => /\d/.test(word.lower) || (word.kind === 'name' && at > 0)).length;
  return Math.min(sum, mostContent) + 0.4 * Math.min(facts, 3);
}

function isContent(word: Word): boolean {
  return word.lower.length > 3 && !genericStems.has(word.stem) && !addressWords.has(word.lower);
}

/** A sentence about the speaker says more than a sentence that addresses the other person. */
function scoreSpeaker(words: readonly Word[]): number {
  const [first] = words;
  const isOwn = words.some((word) => ownWords.has(word.lower));
  const opensOwn = first !== undefined && (ownWords.has(first.lower) || first.kind === 'name');
  const isAddressed = words.some((word) => addressWords.has(word.lower));
  return (opensOwn ? 1.2 : 0) + (isOwn ? 0.8 : 0) - (isAddressed ? 2 : 0);
}

function scoreForm(text: string, words: readonly Word[]): number {
  const [first] = words;
  const leans = first !== undefined && pronouns.has(first.lower) ? 1.8 : 0;
  const points = words.some((word) => pointers.has(word.lower)) ? 0.5 : 0;
  const isShort = words.length < goodWords.fewest ? 0.8 : 0;
  const isLong = words.length > goodWords.most ? 1 : 0;
  const calls = text.endsWith('!') ? 0.3 : 0;
  return -(leans + points + isShort + isLong + calls);
}

function listSpoken(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word.lower));
}
