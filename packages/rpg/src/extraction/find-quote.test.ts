// Tests finding quotes: the span holds the words, and words that are not in the text are not found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote, foldText } from './find-quote.ts';

const text =
  'Hit **Protection** (HP)\nis “luck”, not health — roll 1d6 & add 2 if DEX < 9. A café may heal you. If STR > 12, wait… then strike; or run... far away.';

function slice(quote: string): string | undefined {
  const span = findQuote(foldText(text), quote);
  return span && text.slice(span.start, span.end);
}

describe('finding a quote', () => {
  it.each([
    ['Hit Protection (HP) is "luck"', 'Hit **Protection** (HP)\nis “luck”'],
    ['not health - roll 1d6', 'not health — roll 1d6'],
    ['roll 1d6 &amp; add 2 if DEX &lt; 9', 'roll 1d6 & add 2 if DEX < 9'],
    ['a CAFÉ may heal', 'A café may heal'],
    ['if STR &gt; 12, wait', 'If STR > 12, wait'],
    ['wait... then strike', 'wait… then strike'],
    ['or run… far away', 'or run... far away'],
  ])('SZ21: finds %j as it stands in the book', (quote, found) => {
    expect(slice(quote)).toBe(found);
  });

  it.each(['roll 2d6 and add 2', 'luck', '', '***', 'not health roll 1d6'])(
    'SZ21: does not find %j',
    (quote) => {
      expect(slice(quote)).toBeUndefined();
    },
  );

  it('SZ21: whatever stands in a text is found in it, and is the same words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(), fc.nat(), (book, one, other) => {
        const [start, end] = [one % (book.length + 1), other % (book.length + 1)].toSorted((a, b) => a - b);
        const quote = book.slice(start, end);
        const span = findQuote(foldText(book), quote);
        if (foldText(quote).folded.trim().length < 12) expect(span).toBeUndefined();
        else
          expect(span && foldText(book.slice(span.start, span.end)).folded.trim()).toBe(
            foldText(quote).folded.trim(),
          );
      }),
      { numRuns: 300 },
    );
  });
});
