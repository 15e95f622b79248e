// Reads what a narrative says happened: splits it into clauses of words, and leaves out what is said in quotation marks.

import { listSentences, listWords } from './audit-sentences.ts';
import { toBase } from './base-form.ts';
import { expandContractions } from './expand-contractions.ts';
import type { Word } from './word.ts';

export interface Clause {
  readonly words: readonly Word[];
  readonly sentence: number;
  /** Whether it begins its sentence. */
  readonly isFirst: boolean;
  /**
   * Positions of words such as "not", which deny what follows and a little before (`isDenied`), and of "without", which
   * denies only what follows.
   */
  readonly negators: readonly number[];
  readonly leading: readonly number[];
  /**
   * The position of the word with which the clause begins to tell only what is possible, wished, asked or compared;
   * infinite if there is none.
   */
  readonly doubtAt: number;
}

const said = /["“][^"“”]*["”]/g;
const unspoken = /[^\s.!?…]/g;
const ends =
  /[,;()—–·|•]|:(?!\s?(?:\*\*)?\s?\d)| - | (?=(?:but|until|unless|because|while|if|although|when|who|which|since) )| (?=before (?:he|she|they|it|any\w+|the [a-z]+|you (?:can|could|have|are|know|get|so)) )/g;
const negators = new Set(
  'no not never nothing nobody none neither nor cannot hardly scarcely barely unable fail fails failed'.split(
    ' ',
  ),
);
const doubters = new Set(
  'if would could might may perhaps maybe unless until almost nearly wish wishes want wants try tries tried will shall can should whether like seem seems whoever whatever pretend pretends pretended pretending feign feigns feigned'.split(
    ' ',
  ),
);
const shortened = /n't$/;

/**
 * Blanks out what people say, in place, so that positions stay. A question mark within speech becomes a full stop,
 * since the sentence around the speech is no question.
 */
export function hideSpeech(text: string): string {
  return text.replace(said, (quote) => quote.replace(unspoken, ' ').replaceAll('?', '.'));
}

export function readClauses(narrative: string): readonly Clause[] {
  return listSentences(hideSpeech(narrative)).flatMap(({ text, start }, sentence) => {
    const isAsked = text.endsWith('?');
    return splitClauses(text).map((part, index) => {
      const words = readWords(narrative, part, start);
      return {
        words,
        sentence,
        isFirst: index === 0,
        negators: words.flatMap((word, at) => (isNegator(word) ? [at] : [])),
        leading: words.flatMap(({ text }, at) => (text === 'without' ? [at] : [])),
        doubtAt: isAsked ? 0 : findDoubt(words),
      };
    });
  });
}

/** Whether the word at this position is denied, or told only as possible, wished, asked or compared. */
export function isDenied({ negators: denied, leading, doubtAt }: Clause, at: number): boolean {
  return (
    doubtAt <= at ||
    denied.some((position) => position <= at + deniedBehind) ||
    leading.some((position) => position < at)
  );
}

/** "You see no one", "it moves not at all": a denying word may come this many words after the verb. */
const deniedBehind = 2;

function isNegator({ text }: Word): boolean {
  return negators.has(text) || shortened.test(text);
}

interface Part {
  readonly text: string;
  readonly start: number;
}

function splitClauses(sentence: string): readonly Part[] {
  const cuts = [...sentence.matchAll(ends)].map(({ index }) => index);
  const starts = [0, ...cuts.map((cut) => cut + 1)];
  return starts
    .map((start, index) => ({ text: sentence.slice(start, cuts[index]), start }))
    .filter(({ text }) => text.trim() !== '');
}

function readWords(narrative: string, part: Part, offset: number): readonly Word[] {
  const from = offset + part.start;
  const words = listWords(part.text).map(({ word, start, end }) => ({
    text: word,
    base: toBase(word),
    isCapital: /^\p{Lu}/u.test(narrative.slice(from + start, from + end)),
    start: from + start,
    end: from + end,
  }));
  return expandContractions(words);
}

/** The position from which the clause is no longer certain: at "if", "would", "as if it knew" or the like. */
function findDoubt(words: readonly Word[]): number {
  const at = words.findIndex(
    ({ text }, index) =>
      doubters.has(text) ||
      (text === 'before' &&
        words.slice(index + 1, index + 5).some((word) => /^(?:have|has|had|can|could)$/.test(word.text))) ||
      (text === 'as' && ['if', 'though', 'one', 'a'].includes(words[index + 1]?.text ?? '')),
  );
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** The clauses of the sentence that contains this one. */
export function listSentenceOf(clauses: readonly Clause[], index: number): readonly Clause[] {
  const sentence = clauses[index]?.sentence;
  let start = index;
  let end = index;
  while (start > 0 && clauses[start - 1]?.sentence === sentence) start -= 1;
  while (end < clauses.length && clauses[end]?.sentence === sentence) end += 1;
  return clauses.slice(start, end);
}

/**
 * The position among `words`, at or after `from`, where the words of `phrase` follow one another, perhaps as plurals or
 * possessives; -1 if there is none.
 */
export function findPhrase(words: readonly Word[], phrase: readonly string[], from = 0): number {
  if (phrase.length === 0) return -1;
  for (let at = from; at + phrase.length <= words.length; at += 1)
    if (phrase.every((part, index) => isForm(words[at + index]?.text ?? '', part))) return at;
  return -1;
}

/** Whether two words differ at most in a plural or possessive ending. */
function isForm(word: string, wanted: string): boolean {
  return word === wanted || readStem(word) === readStem(wanted);
}

const stems = new Map<string, string>();
/** How many stems are kept, since the same words come again and again. */
const mostStems = 20_000;

/** A word without its possessive or plural ending. */
export function readStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= mostStems) stems.clear();
  const stem = toSingular(word.replace(/'s?$/, ''));
  stems.set(word, stem);
  return stem;
}

export function toSingular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/(?:ches|shes|sses|xes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
