// Checks a model's answer sentence by sentence: each must point to quotes that were shown, and name nothing unread.

import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { Fault, WrongSentence } from './render-question.ts';

/** A sentence of an answer, and the indexes of the quotes that it points to. */
export interface AnswerSentence {
  readonly text: string;
  readonly quotes: readonly number[];
}

export interface CheckedAnswer {
  readonly sentences: readonly AnswerSentence[];
  readonly wrong: readonly WrongSentence[];
  /** Whether the model says that the quotes do not answer the question. */
  readonly isUnknown: boolean;
}

export interface AnswerRules {
  /** How many quotes were shown. */
  readonly quotes: number;
  /** What is wrong with a sentence that points to these quotes; undefined if nothing is wrong. */
  readonly findFault: (text: string, quotes: readonly number[]) => Fault | undefined;
}

const longestAnswer = 6_000;
const unknownAnswer = /^\W*not known\W*$/iu;
/** A sentence that only says which part of the question stays open; in capitals, as the prompt has it. */
const openPart = /^\W*NOT KNOWN\b/u;

export function checkAnswer(reply: string, { quotes, findFault }: AnswerRules): CheckedAnswer {
  const text = reply.slice(0, longestAnswer).toWellFormed().trim();
  if (unknownAnswer.test(text)) return { sentences: [], wrong: [], isUnknown: true };
  const sentences: AnswerSentence[] = [];
  const wrong: WrongSentence[] = [];
  for (const said of splitAtLabels(text)) {
    const known = said.quotes.filter((at) => at >= 0 && at < quotes);
    const [last, ...before] = listSentences(said.text)
      .filter((one) => !openPart.test(one))
      .toReversed();
    for (const unsupported of before.toReversed()) wrong.push({ text: unsupported, why: 'unsupported' });
    if (last === undefined) continue;
    const fault: Fault | undefined = known.length === 0 ? { why: 'unsupported' } : findFault(last, known);
    if (fault !== undefined) wrong.push({ text: last, ...fault });
    else sentences.push({ text: last, quotes: [...new Set(known)] });
  }
  return { sentences, wrong, isUnknown: sentences.length + wrong.length === 0 && openPart.test(text) };
}

/**
 * Whether an answer can be shown without asking again: its only fault may be sentences without a label, fewer than
 * those with one. They are left out, such as a first one that only says how far the story answers.
 */
export function isClear({ sentences, wrong, isUnknown }: CheckedAnswer): boolean {
  if (isUnknown) return true;
  return wrong.length < sentences.length && wrong.every(({ why }) => why === 'unsupported');
}

function listSentences(text: string): readonly string[] {
  return listSentenceLabels(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Models also write labels in the brackets that they use in Chinese and Japanese text. */
const labelGroup = /[[［【〔（(]([^[\]［］【】〔〕（）()]{1,80})[\]］】〕）)]/gu;
const labels = /^[\sq\d,;、and&・と]{1,80}$/iu;

/**
 * The text before each group of labels, with the indexes of the quotes that the group names. The mark that ends the
 * sentence may come after the labels.
 */
function splitAtLabels(text: string): readonly AnswerSentence[] {
  const groups = [...text.matchAll(labelGroup)].flatMap(({ 0: whole, 1: written = '', index }) => {
    const inside = written.normalize('NFKC');
    const quotes = [...inside.matchAll(/q(\d{1,4})/giu)].map(([, number]) => Number(number) - 1);
    return quotes.length > 0 && labels.test(inside) ? [{ index, end: index + whole.length, quotes }] : [];
  });
  const pieces: { text: string; quotes: number[] }[] = [];
  let at = 0;
  for (const { index, end, quotes } of [...groups, { index: text.length, end: text.length, quotes: [] }]) {
    const { mark, rest } = splitMark(text.slice(at, index));
    const open = pieces.at(-1);
    if (open !== undefined && mark !== '') open.text = `${open.text.trimEnd()}${mark}`;
    if (open !== undefined && rest.trim() === '') open.quotes.push(...quotes);
    else pieces.push({ text: rest, quotes: [...quotes] });
    at = end;
  }
  return pieces;
}

/** Splits off the marks at the beginning that end the previous sentence; empty if there are none. */
function splitMark(text: string): { readonly mark: string; readonly rest: string } {
  const trimmed = text.trimStart();
  const mark = /^[.!?…。！？]*/u.exec(trimmed)?.[0] ?? '';
  return { mark, rest: trimmed.slice(mark.length) };
}
