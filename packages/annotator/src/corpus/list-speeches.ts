// Finds quoted speech in a text, so that a quote is not cut out of the middle of what somebody says.

import type { Span } from './corpus.ts';

const paragraphBreak = /\r?\n[^\S\n]*\r?\n/gu;
const quotationMark = /["“”„]/gu;

/**
 * Each stretch from an opening mark to the closing one, with both marks. Speech ends with its paragraph, even if its
 * closing mark is missing.
 */
export function listSpeeches(text: string): readonly Span[] {
  const speeches: Span[] = [];
  let from = 0;
  for (const to of [...[...text.matchAll(paragraphBreak)].map(({ index }) => index), text.length]) {
    let opened: number | undefined;
    for (const { 0: mark, index } of text.slice(from, to).matchAll(quotationMark)) {
      const at = from + index;
      if (opened !== undefined && isClosing(text, opened, mark)) {
        speeches.push({ start: opened, end: at + 1 });
        opened = undefined;
      } else if (opened === undefined && isOpening(text, at)) opened = at;
    }
    if (opened !== undefined) speeches.push({ start: opened, end: to });
    from = to;
  }
  return speeches;
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
