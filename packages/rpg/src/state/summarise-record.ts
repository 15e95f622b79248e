// Summarises a turn without a model: from the record, and a sentence of the narrative that does not contradict it.

import { describeRecord, hasFallen, type TurnRecord } from './describe-record.ts';

const longestSummary = 300;
/** The facts get only this many characters, so that there is room for a sentence. */
const longestFacts = 220;
const longestWords = 80;
const shortestSentence = 8;
/** How many characters of a narrative are searched for a sentence. */
const lookedAt = 4_000;

export interface ToldTurn {
  readonly words: string;
  readonly narrative: string;
}

/** Empty if nothing is recorded and nothing was told. */
export function summariseRecord(record: TurnRecord, { words, narrative }: ToldTurn): string {
  const facts = joinFacts(describeRecord(record));
  const sentence = chooseSentence(narrative, hasFallen(record));
  const said = words.startsWith('/') ? '' : toLine(words);
  const began = said === '' || facts + sentence === '' ? '' : `“${cut(said, longestWords)}”: `;
  const told = facts === '' || sentence === '' ? facts + sentence : `${facts} ${sentence}`;
  return cut(began + told, longestSummary);
}

/** As many facts as there is room for, as one sentence; empty if there are none. */
export function joinFacts(facts: readonly string[]): string {
  let joined = '';
  for (const fact of facts) {
    const longer = joined === '' ? fact : `${joined}; ${fact}`;
    if (longer.length <= longestFacts) joined = longer;
  }
  return joined === '' ? '' : `${joined[0]?.toUpperCase()}${joined.slice(1)}.`;
}

const sentenceEnd = /(?<=[.!?…]["”’)]{0,2}) /u;
const speech = /["“”„«»]|(?<!\p{L})['‘]/u;
/** Words of death. They may also be said about somebody who lives: in a figure of speech, a fear or a story. */
const death =
  /\b(?:die[ds]?|dying|dead|deaths?|kill(?:s|ed|ing)?|slain|slays?|slew|murder(?:s|ed)?|perish(?:es|ed)?|lifeless|corpses?)\b/iu;

/**
 * The first sentence that is neither speech nor question and has more than two words; if there is none, a shorter one,
 * and then any. Never tells of a death unless the record says that somebody fell.
 */
function chooseSentence(narrative: string, isDeathRecorded: boolean): string {
  const text = toLine(narrative.slice(0, lookedAt));
  const told = splitSentences(text).filter((sentence) => isDeathRecorded || !death.test(sentence));
  const isPlain = (sentence: string) =>
    sentence.length >= shortestSentence && !speech.test(sentence) && !sentence.includes('?');
  const plain = told.filter(isPlain);
  return plain.find((sentence) => sentence.split(' ').length > 2) ?? plain[0] ?? told[0] ?? '';
}

/**
 * Splits a text into sentences; a piece that begins with a small letter belongs to the sentence before, as in "…?" he
 * asks.
 */
function splitSentences(text: string): readonly string[] {
  const found: string[] = [];
  for (const sentence of text.split(sentenceEnd)) {
    const before = /^\p{Ll}/u.test(sentence) ? found.pop() : undefined;
    found.push(before === undefined ? sentence : `${before} ${sentence}`);
  }
  return found;
}

function toLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
