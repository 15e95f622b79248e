// Tests which parts of a text are emphasised.

import { expect, it } from 'vitest';
import { findEmphasis } from './find-emphasis.ts';

it.each([
  ['*nods* Yes, *of course*.', ['*nods*', '*of course*']],
  ['2 * 3 * 4 = 24', []],
  ['a*b*c', []],
])('in %j, only words between asterisks that touch them are emphasised', (text, emphasised) => {
  expect(findEmphasis(text).map(({ start, end }) => text.slice(start, end))).toEqual(emphasised);
});
