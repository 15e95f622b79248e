// Scores sentences: how much one says by itself, to somebody who was not there.

import type { Sentence, Word } from './utterance.ts';
import {
  addressWords,
  adverbs,
  genericStems,
  ownWords,
  praise,
  pronouns,
  replies,
  showing,
} from './word-lists.ts';

/** How rare a stem is: the logarithm of the utterances there are for each that has it. */
export type Rarity = (stem: string) => number;

/** Words for something that stands in another sentence. */
const pointers: ReadonlySet<string> = new Set(['it', 'them', 'this', 'these']);
const fewestWords = 4;
const goodWords = { fewest: 6, most: 32 };
const mostContent = 5;
const greatestRarity = 6;
const costs = { verbless: 2, reply: 2.5, showing: 3.5 };
const timeBonus = 0.6;
const time =
  /\b(?:yesterday|tomorrow|tonight|recently|ago|(?:last|next|this past) (?:week|weekend|month|year|night|summer|winter|spring|fall|autumn|\p{L}+day))\b/iu;

/** A sentence that tells something: no question, no greeting, no praise. */
export function isStatement(sentence: Sentence): boolean {
  const words = listSpoken(sentence.words);
  const [first] = words;
  if (first === undefined || words.length < fewestWords || /\?["”')]*$/.test(sentence.text)) return false;
  return !praise.has(first.lower);
}

/** What a sentence is weighed by. */
export interface ScoringContext {
  readonly rarity: Rarity;
  /** Whether verbs are told from other words: where they are, what has none tells nothing. */
  readonly hasVerbs: boolean;
}

/** Higher says more. */
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

/** What tells of a time tells of something that happened; what agrees, wishes or shows is about another sentence. */
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

/** About oneself says more of who speaks than about the other one does. */
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
