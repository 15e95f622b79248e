// Finds where a quote comes from if no text has it word for word: strips labels and quotation marks, else lists likely passages.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import { type FoldedText, normaliseQuote } from '@terrarium/kernel/normalise-quote';
import type { Span } from '../corpus/corpus.ts';
import { comparedPieces } from './text-words.ts';

/** A passage and its similarity to the quote: 1 means equal, 0 means nothing in common. */
export interface ClosePassage extends Span {
  readonly similarity: number;
}

// Only the beginning of a longer quote is compared: the time grows with the product of both lengths.
const maxComparedCharacters = 1_500;
// A passage that differs in a larger share of words cannot be similar enough.
const maxWordDistance = 0.6;

/**
 * The passages that are most similar to the quote, best first, not overlapping, in whole words; empty if no passage is
 * similar.
 */
export function listClosePassages(body: string, quote: string, within: Span): ClosePassage[] {
  const text = normaliseQuote(body, within.start, within.end);
  const wanted = normaliseQuote(quote.trim()).text.slice(0, maxComparedCharacters);
  const textWords = listWords(text.text);
  const wantedWords = listWords(wanted);
  if (wantedWords.length === 0) return [];
  const passages = alignWords(textWords, wantedWords).map((window) => {
    const start = textWords[window.first]?.start ?? 0;
    const end = textWords[window.last]?.end ?? 0;
    const passage = text.text.slice(start, end);
    return { ...toSpan(text, start, end), similarity: compareTexts(passage, wanted) };
  });
  return filterDisjoint(passages.sort((a, b) => b.similarity - a.similarity || a.start - b.start));
}

/** Similarity of two texts by edit distance: 1 means equal. */
export function compareTexts(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - countEdits(a, b) / longest;
}

/** The least number of insertions, deletions and replacements of characters that turn `a` into `b`. */
function countEdits(a: string, b: string): number {
  let row = Int32Array.from({ length: b.length + 1 }, (_, index) => index);
  let next = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = readCell(row, j - 1) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next[j] = Math.min(replaced, readCell(row, j) + 1, readCell(next, j - 1) + 1);
    }
    [row, next] = [next, row];
  }
  return row[b.length] ?? 0;
}

// A quote with fewer words may also occur in another place.
const fewestSameWords = 3;

/** Whether two texts differ at most in capitals, punctuation and white space; false for quotes of one or two words. */
export function hasSameWords(passage: string, quote: string): boolean {
  const wanted = listWords(normaliseQuote(quote).text);
  const words = listWords(normaliseQuote(passage).text);
  return (
    wanted.length >= fewestSameWords &&
    wanted.length === words.length &&
    wanted.every(({ word }, at) => word === words[at]?.word)
  );
}

/**
 * The quote as it was sent, and the quote without what the model may have added: XML escapes, labels, quotation marks.
 */
export function listReadings(quote: string): string[] {
  const plain = decodeXml(quote).trim();
  const unquoted = plain.replace(/^["“'‘]([\s\S]*)["”'’]$/, (_whole, inner: string) => inner.trim());
  const [unlabelled, bare] = [plain, unquoted].map((text) =>
    text.replace(/(^|\s)\[\d{1,4}\]\s*/g, '$1').trim(),
  );
  return [...new Set([quote, plain, unlabelled ?? plain, unquoted, bare ?? plain])];
}

interface FoldedWord extends Span {
  readonly word: string;
}

interface Window {
  readonly first: number;
  readonly last: number;
  readonly distance: number;
}

function listWords(text: string): FoldedWord[] {
  return [...text.matchAll(comparedPieces)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: skipMarks(text, match.index + match[0].length),
  }));
}

/** Returns the offset after closing marks, so that a passage found by words includes its full stop. */
function skipMarks(text: string, from: number): number {
  const marks = /^[.,;:!?…"'’)。，、！？؟」』]+/.exec(text.slice(from, from + 4));
  return from + (marks?.[0].length ?? 0);
}

/**
 * The first and last words of the passages of `text` that are most similar to the whole of `wanted`, compared word by
 * word.
 */
function alignWords(text: readonly FoldedWord[], wanted: readonly FoldedWord[]): Window[] {
  let costs = new Int32Array(wanted.length + 1).map((_, index) => index);
  let firsts = new Int32Array(wanted.length + 1);
  let nextCosts = new Int32Array(wanted.length + 1);
  let nextFirsts = new Int32Array(wanted.length + 1);
  const windows: Window[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const row = { costs, firsts, nextCosts, nextFirsts };
    advanceAlignment(row, at, (index) => text[at]?.word === wanted[index]?.word);
    [costs, nextCosts] = [nextCosts, costs];
    [firsts, nextFirsts] = [nextFirsts, firsts];
    const distance = costs[wanted.length] ?? 0;
    if (distance <= wanted.length * maxWordDistance) {
      windows.push({ first: firsts[wanted.length] ?? 0, last: at, distance });
    }
  }
  return windows.sort((a, b) => a.distance - b.distance).slice(0, 12);
}

interface AlignmentRow {
  readonly costs: Int32Array;
  readonly firsts: Int32Array;
  readonly nextCosts: Int32Array;
  readonly nextFirsts: Int32Array;
}

function advanceAlignment(row: AlignmentRow, at: number, isSame: (index: number) => boolean): void {
  const { costs, firsts, nextCosts, nextFirsts } = row;
  costs[0] = 0;
  firsts[0] = at;
  nextCosts[0] = 0;
  nextFirsts[0] = at + 1;
  for (let j = 1; j < costs.length; j += 1) {
    const replaced = readCell(costs, j - 1) + (isSame(j - 1) ? 0 : 1);
    const skippedText = readCell(costs, j) + 1;
    const skippedQuote = readCell(nextCosts, j - 1) + 1;
    const best = Math.min(replaced, skippedText, skippedQuote);
    nextCosts[j] = best;
    if (best === replaced) nextFirsts[j] = readCell(firsts, j - 1);
    else nextFirsts[j] = best === skippedText ? readCell(firsts, j) : readCell(nextFirsts, j - 1);
  }
}

function readCell(row: Int32Array, index: number): number {
  return row[index] ?? 0;
}

function filterDisjoint(passages: readonly ClosePassage[]): ClosePassage[] {
  const kept: ClosePassage[] = [];
  for (const passage of passages) {
    if (kept.every((other) => passage.end <= other.start || passage.start >= other.end)) kept.push(passage);
  }
  return kept;
}

function toSpan(folded: FoldedText, start: number, end: number): Span {
  return { start: folded.starts[start] ?? 0, end: folded.ends[end - 1] ?? 0 };
}
