// Proves that splitting a post loses no text and cuts no character in two.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBody } from './split-body.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('One word. ', 'And more! ', 'no end ', '\n\n', '\n \n', '“Well?” ', '🜁', '終。'), {
      maxLength: 120,
    })
    .map((parts) => parts.join('')),
);

describe('splitBody', () => {
  it('CO4: the spans of a split post make up the whole body, in order, each within the limit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 80 }), (body, limit) => {
        const spans = splitBody(body, limit);
        expect(spans.map((span) => body.slice(span.start, span.end)).join('')).toBe(body);
        expect(spans.every((span, at) => span.start === (spans[at - 1]?.end ?? 0))).toBe(true);
        for (const span of spans) expect(span.end - span.start).toBeLessThanOrEqual(Math.max(limit, 2));
      }),
    );
  });

  it('CO4: no surrogate pair is split', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (body, limit) => {
        for (const { start } of splitBody(body, limit)) {
          expect(/^[\uD800-\uDBFF][\uDC00-\uDFFF]$/u.test(body.slice(start - 1, start + 1))).toBe(false);
          const isTorn =
            /[\uD800-\uDBFF]/.test(body[start - 1] ?? '') && /[\uDC00-\uDFFF]/.test(body[start] ?? '');
          expect(isTorn).toBe(false);
        }
      }),
    );
  });

  it('CO4: splits between paragraphs if possible, otherwise between sentences, and only then between characters', () => {
    const body = 'First of all. Then this.\n\nA second paragraph, which is longer. It ends here.';
    const parts = splitBody(body, 40).map((span) => body.slice(span.start, span.end));
    expect(parts).toEqual([
      'First of all. Then this.\n\n',
      'A second paragraph, which is longer. ',
      'It ends here.',
    ]);
    expect(splitBody('abcdefgh', 3)).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 6 },
      { start: 6, end: 8 },
    ]);
  });
});
