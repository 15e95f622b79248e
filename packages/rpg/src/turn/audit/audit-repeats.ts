// Audits a narrative for repetitions of the last narratives: whole sentences, or eight words in a row.

import type { NarrativeFlag } from './audit-flag.ts';
import { listSentences, listWords } from './audit-sentences.ts';

const runWords = 8;
const leastSentenceWords = 5;

export function auditRepeats(narrative: string, earlier: readonly string[]): readonly NarrativeFlag[] {
  if (earlier.length === 0) return [];
  const pieces = earlier.map(readPieces);
  const runs = new Set(pieces.flatMap((one) => one.runs));
  const sentences = new Set(pieces.flatMap((one) => one.sentences));
  return mergeSpans([
    ...listRepeatedRuns(narrative, runs),
    ...listRepeatedSentences(narrative, sentences),
  ]).map(({ start, end }) => {
    const quote = narrative.slice(start, end);
    return {
      quote,
      start,
      says: 'One of the latest narratives said this word for word.',
      kind: 'repeat',
    };
  });
}

interface Pieces {
  readonly runs: readonly string[];
  readonly sentences: readonly string[];
}

/** A narrative is compared with the narratives of several turns, so the pieces of the latest narratives are kept. */
const read = new Map<string, Pieces>();
const mostRead = 32;

function readPieces(text: string): Pieces {
  const pieces = read.get(text) ?? splitPieces(text);
  read.delete(text);
  read.set(text, pieces);
  const [oldest] = read.keys();
  if (read.size > mostRead && oldest !== undefined) read.delete(oldest);
  return pieces;
}

function splitPieces(text: string): Pieces {
  return {
    runs: listRuns(text),
    sentences: listSentences(text).map(({ text: one }) => normalise(one)),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function listRuns(text: string): readonly string[] {
  const words = listWords(text).map(({ word }) => word);
  return words.slice(runWords - 1).map((_, index) => words.slice(index, index + runWords).join(' '));
}

function listRepeatedRuns(text: string, runs: ReadonlySet<string>): readonly Span[] {
  const words = listWords(text);
  return words.flatMap(({ start }, index) => {
    const run = words.slice(index, index + runWords);
    const end = run.at(-1)?.end ?? start;
    return run.length === runWords && runs.has(run.map(({ word }) => word).join(' ')) ? [{ start, end }] : [];
  });
}

function listRepeatedSentences(text: string, sentences: ReadonlySet<string>): readonly Span[] {
  return listSentences(text)
    .filter(({ text: one }) => listWords(one).length >= leastSentenceWords && sentences.has(normalise(one)))
    .map(({ text: one, start }) => ({ start, end: start + one.length }));
}

function normalise(text: string): string {
  return listWords(text)
    .map(({ word }) => word)
    .join(' ');
}

/** Spans that touch become one. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
