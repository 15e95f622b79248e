// Reads from a person's own words how the person feels now.
import lists from './feeling-words.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import { isPhraseAt } from './is-phrase-at.ts';
import { isTakenBefore } from './is-standing.ts';
import { isSure } from './is-sure.ts';
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const longestFeeling = 240;

type Phrase = readonly string[];

const toPhrases = (words: string): readonly Phrase[] => words.split(',').map((one) => one.split(' '));
const [adverbs, closers, habits] = [
  toWordSet(lists.adverbs),
  toWordSet(lists.closers),
  toWordSet(lists.habits),
];
const states = toPhrases(lists.am);
/** The feelings that may follow each lead: "I am good" says something different from "I feel good". */
const rules: readonly { readonly lead: Phrase; readonly feelings: readonly Phrase[] }[] = [
  { lead: ['i', 'am', 'feeling'], feelings: [...states, ...toPhrases(lists.feel)] },
  { lead: ['i', 'feel'], feelings: [...states, ...toPhrases(lists.feel)] },
  { lead: ['i', 'am'], feelings: states },
];
const joints = toWordSet(lists.joints);
const mostAdverbs = 4;

/**
 * The last feeling that the text tells, in the words of the text and without the words after its clause;
 * undefined if it tells none.
 */
export function readFeeling(text: string): string | undefined {
  return splitSentences(text.slice(0, longestRead))
    .flatMap((sentence) => findFeeling(sentence) ?? [])
    .filter(({ length }) => length <= longestFeeling)
    .at(-1);
}

function findFeeling(sentence: Sentence): string | undefined {
  const { tokens, text } = sentence;
  if (!isSure(sentence) || tokens.some(({ word }) => habits.has(word))) return undefined;
  for (const [start, token] of tokens.entries()) {
    const end =
      token.word === 'i' && isClauseStart(tokens, start, joints) ? measureFeeling(tokens, start) : 0;
    if (end === 0 || isTakenBefore(tokens, start)) continue;
    return text.slice(token.from, tokens[findClauseEnd(tokens, end)]?.to);
  }
  return undefined;
}

/** Finds where the words for the feeling end; 0 if there are none. */
function measureFeeling(tokens: readonly Token[], start: number): number {
  for (const { lead, feelings } of rules) {
    const place = followLead(tokens, start, lead);
    if (place === undefined) continue;
    const ends = feelings.flatMap((one) => (isPhraseAt(tokens, one, place) ? [place + one.length] : []));
    const end = ends.find((at) => isClosed(tokens, at));
    if (end !== undefined) return end;
  }
  return 0;
}

/** Finds the place after an opening such as "I really feel so"; undefined for other words. */
function followLead(tokens: readonly Token[], start: number, lead: Phrase): number | undefined {
  let at = start;
  for (const word of lead) {
    if (tokens[at]?.word !== word) return undefined;
    at = skipAdverbs(tokens, at + 1);
  }
  return at;
}

function skipAdverbs(tokens: readonly Token[], start: number): number {
  let at = start;
  while (at < start + mostAdverbs && adverbs.has(tokens[at]?.word ?? '') && tokens[at]?.isEnd === false)
    at += 1;
  return at;
}

/**
 * Whether the feeling is complete: in "I am tired of it all" and "I am tired tonight" it is, in "I am happy to
 * help" it is not.
 */
function isClosed(tokens: readonly Token[], end: number): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  return last?.isEnd === true || next === undefined || last?.word === 'with' || closers.has(next.word);
}

function findClauseEnd(tokens: readonly Token[], end: number): number {
  const at = tokens.findIndex(({ isEnd }, index) => index >= end - 1 && isEnd);
  return at < 0 ? tokens.length - 1 : at;
}
