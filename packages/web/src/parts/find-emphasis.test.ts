// Tests which parts of a text are emphasised.

import { expect, it } from 'vitest';
import { findEmphasis, insertLastAsterisks } from './find-emphasis.ts';

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

it.each([
  ['She says: *', 'She says: '],
  ['She says: *nev', 'She says: *nev*'],
  ['*Yes*, and *not no', '*Yes*, and *not no*'],
  ['*not ', '*not* '],
  ['**No.*', '**No.**'],
  ['**No.**', '**No.**'],
  ['2 * 3', '2 * 3'],
  ['a*b', 'a*b'],
  ['*Not closed\nin its paragraph', '*Not closed\nin its paragraph'],
])('in %j, whose end is still to come, an open emphasis is closed', (text, closed) => {
  expect(insertLastAsterisks(text)).toBe(closed);
});
