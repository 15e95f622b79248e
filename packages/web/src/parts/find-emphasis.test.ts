// Tests which parts of a text are emphasised.

import { expect, it } from 'vitest';
import { findEmphasis } from './find-emphasis.ts';

it.each([
  ['*nods* Yes, *of course*.', ['*nods*', '*of course*']],
  ['2 * 3 * 4 = 24', []],
  ['a*b*c', []],
  ['é*b*', []],
  ['**No.** She *left*.', ['**No.**', '*left*']],
  ['她*说*了', ['*说*']],
])('in %j, words are emphasised if both asterisks touch them and stand in no word', (text, emphasised) => {
  expect(findEmphasis(text).map(({ start, end }) => text.slice(start, end))).toEqual(emphasised);
});
