// Tests finding the value of a fact among the words that tell it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFactValue } from './find-fact-value.ts';
import { normalise } from './normal-form.ts';

it('FP1: the value is the words of the quote that say it, wherever they stand', () => {
  const quote = 'As of May — so I think — I live in St. Ives, above “The Sloop”.';
  for (const value of ['St. Ives, above “The Sloop', 'May', 'live', 'As of May — so'])
    expect(findFactValue({ content: quote, normalForm: normalise(value) })).toBe(value);
  expect(findFactValue({ content: quote, normalForm: 'leeds' })).toBe(quote);
});

it('FP21: in Japanese and Chinese the value is found within a run of characters', () => {
  for (const [content, value] of [
    ['健太っていいます', '健太'],
    ['いまは京都市に住んでいます', '京都市'],
    ['我叫小李', '小李'],
  ] as const)
    expect(findFactValue({ content, normalForm: normalise(value) })).toBe(value);
});

it('FP1: the value of any words of a quote says the same as they do', () => {
  const word = fc.oneof(fc.constantFrom('a', 'an', 'I’m', 'St.', '—', '“b”', '3%'), fc.string());
  const words = fc.array(word, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (some, one, other) => {
      const [from, to] = [one % some.length, other % some.length].sort((a, b) => a - b);
      const normalForm = normalise(some.slice(from, (to ?? 0) + 1).join(' '));
      fc.pre(/[\p{L}\p{N}]/u.test(normalForm));
      expect(normalise(findFactValue({ content: some.join(' '), normalForm }))).toBe(normalForm);
    }),
  );
});
