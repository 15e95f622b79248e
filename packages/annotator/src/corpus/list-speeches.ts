// Finds quoted speech in a text, so that a quote is not cut out of the middle of what somebody says.

import type { Span } from './corpus.ts';

const paragraphBreak = /\r?\n[^\S\n]*\r?\n/gu;
const quotationMark = /["“”„]/gu;

/**
 * Each stretch from an opening mark to the closing one, with both marks. Speech ends with its paragraph, even if its
 * closing mark is missing.
 */
export function listSpeeches(text: string): readonly Span[] {
  const breaks = [...text.matchAll(paragraphBreak)].map(({ index }) => index);
  return [...breaks, text.length].flatMap((end, at) =>
    listInParagraph(text, { start: breaks[at - 1] ?? 0, end }),
  );
}

function listInParagraph(text: string, { start, end }: Span): readonly Span[] {
  const speeches: Span[] = [];
  let opened: number | undefined;
  for (const { 0: mark, index } of text.slice(start, end).matchAll(quotationMark)) {
    const at = start + index;
    if (opened === undefined) {
      if (isOpening(text, at)) opened = at;
    } else if (isClosing(text, opened, mark)) {
      speeches.push({ start: opened, end: at + 1 });
      opened = undefined;
    }
  }
  return opened === undefined ? speeches : [...speeches, { start: opened, end }];
}

/** The speech in which a place of the text is, behind its opening mark; undefined if there is none. */
export function findSpeechAround(speeches: readonly Span[], at: number): Span | undefined {
  return speeches.find(({ start, end }) => start < at && at < end);
}

/** A straight mark opens only before a word: behind a number it may stand for inches. */
function isOpening(text: string, at: number): boolean {
  if (text[at] === '”') return false;
  return text[at] !== '"' || /(?:^|[\s([—–-])"\S/u.test(text.slice(Math.max(0, at - 1), at + 2));
}

/** A German speech („ … “) is closed by the mark that opens an English one. */
function isClosing(text: string, opened: number, mark: string): boolean {
  if (text[opened] === '"') return mark === '"';
  return text[opened] === '„' ? mark === '“' || mark === '”' : mark === '”';
}
