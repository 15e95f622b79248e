// Tests reading numbers: by their value, whichever signs separate thousands and decimals.

import { expect, it } from 'vitest';
import { readNumbers } from './read-numbers.ts';

it.each([
  ['1,234', [1234, 1.234]],
  ['1,234.50', [1234.5]],
  ['1.234,50', [1234.5]],
  ['1,234,567.5', [1_234_567.5]],
  ['3.50', [3.5, 350]],
  ['1,234,567', [1_234_567]],
])('MT28: reads %s by its value', (text, values) => {
  expect(readNumbers(text)[0]?.values).toEqual(values);
});
