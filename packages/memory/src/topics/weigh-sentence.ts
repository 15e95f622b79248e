// Weighs sentences: how much one says by itself, to somebody who was not there.

import type { Sentence, Word } from './utterance.ts';
import { addressWords, genericStems, ownWords, praise, pronouns } from './word-lists.ts';

/** How rare a stem is: the logarithm of the utterances there are for each that has it. */
export type Rarity = (stem: string) => number;

/** Words for something that stands in another sentence. */
const pointers: ReadonlySet<string> = new Set(['it', 'them', 'this', 'these']);
const fewestWords = 4;
const goodWords = { fewest: 6, most: 32 };
const mostContent = 5;
const greatestRarity = 6;

/** A sentence that tells something: no question, no greeting, no praise. */
export function isStatement(sentence: Sentence): boolean {
  const words = listSpoken(sentence.words);
  const [first] = words;
  if (first === undefined || words.length < fewestWords || /\?["”')]*$/.test(sentence.text)) return false;
  return !praise.has(first.lower);
}

/** Higher says more. */
export function weighSentence(sentence: Sentence, rarity: Rarity): number {
  const words = listSpoken(sentence.words);
  return weighContent(words, rarity) + weighSpeaker(words) + weighForm(sentence.text, words);
}

function weighContent(words: readonly Word[], rarity: Rarity): number {
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
function weighSpeaker(words: readonly Word[]): number {
  const [first] = words;
  const isOwn = words.some((word) => ownWords.has(word.lower));
  const opensOwn = first !== undefined && (ownWords.has(first.lower) || first.kind === 'name');
  const isAddressed = words.some((word) => addressWords.has(word.lower));
  return (opensOwn ? 1.2 : 0) + (isOwn ? 0.8 : 0) - (isAddressed ? 2 : 0);
}

function weighForm(text: string, words: readonly Word[]): number {
  const [first] = words;
  const leans = first !== undefined && pronouns.has(first.lower) ? 1.2 : 0;
  const points = words.some((word) => pointers.has(word.lower)) ? 0.5 : 0;
  const isShort = words.length < goodWords.fewest ? 0.8 : 0;
  const isLong = words.length > goodWords.most ? 1 : 0;
  const calls = text.endsWith('!') ? 0.3 : 0;
  return -(leans + points + isShort + isLong + calls);
}

function listSpoken(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word.lower));
}
