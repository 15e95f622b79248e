// Tests of tagging: every word stands where its offsets say.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagText } from './tag-text.ts';

describe('tagText', () => {
  it('knows where a capital proves nothing', () => {
    const initial = tagText('He said: “Go!” Then Mirel—Orrin too—left.').filter((token) => token.isInitial);
    expect(initial.map(({ text }) => text)).toEqual(expect.arrayContaining(['He', 'Go', 'Then', 'Orrin']));
    expect(initial.map(({ text }) => text)).not.toContain('Mirel');
  });

  it('gives each word its offsets, in order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        let end = 0;
        for (const token of tagText(text)) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(end);
          end = token.end;
        }
      }),
    );
  });
});
