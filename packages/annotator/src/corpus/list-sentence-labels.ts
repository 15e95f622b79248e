// Labels the sentences of a post with numbers, so that evidence can point at a sentence instead of copying it.

import { splitAtSentences } from '@terrarium/kernel/split-at-sentences';
import type { Span } from './corpus.ts';

export interface SentenceLabel extends Span {
  readonly label: number;
}

const paragraphBreak = /\r?\n[^\S\n]*\r?\n\s*/g;
// A line that begins like this (quote, vote, list, speaker in capitals) does not continue the sentence before it.
const lineBreakInSentence =
  /\r?\n(?![^\S\n]*(?:[>*•#|+]|-\s|\d+[.)]\s|\p{Lu}[\p{Lu}\p{N}.'’&/, -]{1,40}:\s))/gu;
const abbreviation =
  /(?:^|[\s("'“‘—-])(?:Mr|Mrs|Ms|Mx|Dr|St|Sr|Jr|Prof|Rev|Hon|Gen|Col|Maj|Capt|Cpt|Cmdr|Lt|Sgt|Cpl|Pvt|Adm|Gov|Pres|Sen|Rep|Messrs|Mme|Mlle|Fr|Br|Ft|Mt|No|Nos|Vol|Fig|vs|etc|cf|viz|al|e\.g|i\.e)\.\s*$/u;
const initial = /(?:^|[\s("'“‘—-])\p{Lu}\.\s*$/u;
// `so am I.` ends a sentence. So does any other single letter before a word that begins English sentences and is no
// surname: `the W. It is not your sister`. A letter that numbers a heading or an item of a list does not: `I. The
// weir`.
const finalI = /\p{Ll}[,;]?\s+I\.\s*$/u;
const numeral = /^\p{Lu}\.\s*$/u;
const openingWord =
  /^["'“‘(]*(?:[AI]\s|(?:It|He|She|They|We|You|There|Then|That|This|These|Those|The|An|And|But|Or|Nor|Yet|If|When|Where|What|Who|Why|How|His|Her|Their|My|Our|Your|Its|Not|No|Yes|Now|Here)\b)/u;
const closedSpeech = /[!?…。！？][”"’'»)\]」』]+\s*$/;
// A text that begins like this continues a sentence: with a lower-case letter, or in Japanese with the particle after
// direct speech.
const goesOnStart = /^(?:\p{Ll}|と|って)/u;

/**
 * The sentences of a post, or only those in `span`, cut at its ends. Labels are counted through the whole `body` in
 * either case.
 */
export function listSentenceLabels(body: string, span?: Span): SentenceLabel[] {
  const from = span?.start ?? 0;
  const to = span?.end ?? body.length;
  const labels: SentenceLabel[] = [];
  let label = 0;
  for (const sentence of listSentences(body)) {
    label += 1;
    if (sentence.start >= to) break;
    const cut = trimSpan(body, Math.max(sentence.start, from), Math.min(sentence.end, to));
    if (cut !== undefined) labels.push({ label, ...cut });
  }
  return labels;
}

// Cached because the labels of a post are first shown and then cited several times.
const recentSentences = new Map<string, readonly Span[]>();
const maxRecentBodies = 64;

function listSentences(body: string): readonly Span[] {
  const known = recentSentences.get(body);
  if (known !== undefined) return known;
  const sentences = [...iterateSentences(body)];
  const [oldest] = recentSentences.keys();
  if (oldest !== undefined && recentSentences.size >= maxRecentBodies) recentSentences.delete(oldest);
  recentSentences.set(body, sentences);
  return sentences;
}

function* iterateSentences(body: string): Generator<Span> {
  for (const paragraph of iterateParagraphs(body)) yield* splitParagraph(body, paragraph);
}

function* iterateParagraphs(body: string): Generator<Span> {
  let start = 0;
  for (const match of body.matchAll(paragraphBreak)) {
    yield { start, end: match.index };
    start = match.index + match[0].length;
  }
  yield { start, end: body.length };
}

/** Sentences of one paragraph; pieces that were split at an abbreviation are joined again. */
function* splitParagraph(body: string, paragraph: Span): Generator<Span> {
  const text = body
    .slice(paragraph.start, paragraph.end)
    .replace(lineBreakInSentence, (lineBreak) => ' '.repeat(lineBreak.length));
  let open: Span | undefined;
  let start = paragraph.start;
  for (const sentence of splitAtSentences(text)) {
    const end = start + sentence.length;
    if (open !== undefined && isSentenceContinued(body, open, sentence)) open = { start: open.start, end };
    else {
      if (open !== undefined) yield* iterateTrimmed(body, open);
      open = { start, end };
    }
    start = end;
  }
  if (open !== undefined) yield* iterateTrimmed(body, open);
}

function* iterateTrimmed(body: string, span: Span): Generator<Span> {
  const trimmed = trimSpan(body, span.start, span.end);
  if (trimmed !== undefined) yield trimmed;
}

function isSentenceContinued(body: string, open: Span, next: string): boolean {
  const ending = body.slice(Math.max(open.start, open.end - 16), open.end);
  const words = ending.trimEnd();
  if (ending.includes('\n', words.length) && !words.endsWith('.')) return false;
  if (abbreviation.test(ending) || isInitial(ending, next)) return true;
  return closedSpeech.test(ending) && goesOnStart.test(next);
}

function isInitial(ending: string, next: string): boolean {
  if (!initial.test(ending)) return false;
  return numeral.test(ending) || !(finalI.test(ending) || openingWord.test(next));
}

function trimSpan(body: string, from: number, to: number): Span | undefined {
  let start = from;
  let end = to;
  while (start < end && isSpace(body, start)) start += 1;
  while (end > start && isSpace(body, end - 1)) end -= 1;
  return start < end ? { start, end } : undefined;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code <= 0x20 || code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x2028 || code === 0x2029
  );
}
