// Tests which page of the glossary is shown once the last one is empty.

import { expect, it } from 'vitest';
import { findPageStart, rowsAtOnce } from './find-page-start.ts';

it.each([
  [0, 0, 0],
  [rowsAtOnce, rowsAtOnce + 1, rowsAtOnce],
  [rowsAtOnce, rowsAtOnce, 0],
  [3 * rowsAtOnce, 2 * rowsAtOnce, rowsAtOnce],
  [rowsAtOnce, 0, 0],
])('from row %i of %i, row %i is the first', (from, total, shown) => {
  expect(findPageStart(from, total)).toBe(shown);
});
