// Tests finding the direction of a text.

import { expect, it } from 'vitest';
import { findDirection } from './find-direction.ts';

it.each([
  ['English', 'Only ever yesterday.', undefined],
  ['English that begins with an Arabic name', 'عبد الرحمن was a scholar of the stars.', undefined],
  ['Chinese', '你好。', undefined],
  ['Arabic', 'نعم.', 'rtl'],
  ['Hebrew with a number and a name', 'שרה בת־אברהם גרה כאן, Passau 10', 'rtl'],
])('finds the direction of %s', (_, text, direction) => {
  expect(findDirection(text)).toBe(direction);
});
