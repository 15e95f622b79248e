// Finds a quote in a text word for word, however its blanks, quotation marks and dashes are written.

import { normaliseQuote } from './normalise-quote.ts';
import { isUnspaced } from './split-terms.ts';

export interface TextSpan {
  readonly start: number;
  /** The offset after the last character of the part. */
  readonly end: number;
}

/**
 * The first exact occurrence. If there is none, the first occurrence that differs only in white space, typographic
 * signs or readings of Japanese words.
 */
export function findExactQuote(body: string, quote: string, within: TextSpan): TextSpan | undefined {
  const plain = findWhole(body, quote.trim(), within);
  if (plain !== undefined) return plain;
  const wanted = normaliseQuote(quote.trim()).text;
  const folded = normaliseQuote(body, within.start, within.end);
  const found = findWhole(folded.text, wanted, { start: 0, end: folded.text.length });
  return found === undefined
    ? undefined
    : { start: folded.starts[found.start] ?? 0, end: folded.ends[found.end - 1] ?? 0 };
}

/** The first occurrence that neither begins nor ends inside a word. */
function findWhole(text: string, wanted: string, within: TextSpan): TextSpan | undefined {
  if (wanted === '') return undefined;
  for (
    let start = text.indexOf(wanted, within.start);
    start !== -1;
    start = text.indexOf(wanted, start + 1)
  ) {
    const end = start + wanted.length;
    if (end > within.end) return undefined;
    if (!isInsideWord(text, start) && !isInsideWord(text, end)) return { start, end };
  }
  return undefined;
}

function isInsideWord(text: string, at: number): boolean {
  const around = text.slice(at - 1, at + 1);
  return (
    /^[\p{L}\p{N}\p{M}]{2}$/u.test(around) && !isUnspaced(around[0] ?? '') && !isUnspaced(around[1] ?? '')
  );
}
