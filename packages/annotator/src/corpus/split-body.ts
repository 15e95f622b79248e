// Splits a long post into spans: between paragraphs, else after sentences, else between characters.

import type { Span } from './corpus.ts';

/** Ends of paragraphs; the blank line belongs to the paragraph before it. */
const paragraphBorder = /\n[^\S\n]*\n\s*/gu;
/** Ends of sentences: marks such as a full stop, closing quotation marks or brackets, and the white space after. */
const sentenceBorder =
  /(?<![.!?…。！？؟۔।॥])[.!?…。！？؟۔।॥]+["'”’»)\]」』]*(?!["'”’»)\]」』])(?:\s+|(?<=[。！？]["'”’»)\]」』]*))/gu;

/**
 * Spans of at most `maxCharacters` UTF-16 units that together make up the whole body. A surrogate pair is never split,
 * so a limit of 1 may give a span of 2.
 */
export function splitBody(body: string, maxCharacters: number): readonly Span[] {
  if (body.length <= maxCharacters) return [{ start: 0, end: body.length }];
  const whole = { start: 0, end: body.length };
  const pieces = splitAt(body, whole, paragraphBorder).flatMap((paragraph) =>
    isWithin(paragraph, maxCharacters)
      ? [paragraph]
      : splitAt(body, paragraph, sentenceBorder).flatMap((sentence) =>
          isWithin(sentence, maxCharacters) ? [sentence] : splitByLength(body, sentence, maxCharacters),
        ),
  );
  return packSpans(pieces, maxCharacters);
}

function packSpans(pieces: readonly Span[], maxCharacters: number): readonly Span[] {
  const packed: Span[] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    if (last !== undefined && piece.end - last.start <= maxCharacters) {
      packed[packed.length - 1] = { start: last.start, end: piece.end };
    } else {
      packed.push(piece);
    }
  }
  return packed;
}

/** Paragraphs of a text, each with the blank lines that follow it. */
export function splitIntoParagraphs(body: string): readonly Span[] {
  return splitAt(body, { start: 0, end: body.length }, paragraphBorder);
}

function splitAt(body: string, within: Span, border: RegExp): readonly Span[] {
  const spans: Span[] = [];
  const text = body.slice(within.start, within.end);
  let start = within.start;
  for (const match of text.matchAll(border)) {
    const end = within.start + match.index + match[0].length;
    if (end > start && end < within.end) {
      spans.push({ start, end });
      start = end;
    }
  }
  spans.push({ start, end: within.end });
  return spans;
}

function splitByLength(body: string, within: Span, maxCharacters: number): readonly Span[] {
  const spans: Span[] = [];
  let start = within.start;
  while (start < within.end) {
    const end = clampEnd(body, start, Math.min(start + Math.max(1, maxCharacters), within.end));
    spans.push({ start, end });
    start = end;
  }
  return spans;
}

/** Moves an end out of a surrogate pair: back if the span is then not empty, otherwise forward. */
function clampEnd(body: string, start: number, end: number): number {
  const isTorn = isHighSurrogate(body, end - 1) && isLowSurrogate(body, end);
  if (!isTorn) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

function isHighSurrogate(body: string, at: number): boolean {
  const unit = body.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(body: string, at: number): boolean {
  const unit = body.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isWithin(span: Span, maxCharacters: number): boolean {
  return span.end - span.start <= maxCharacters;
}
