// Tests which of several flags at one place stay.

import { expect, it } from 'vitest';
import { mergeFlags, type NarrativeFlag } from './audit-flag.ts';

it('TU56: a flag stays that overlaps only with one that was left out', () => {
  const flag = (start: number, length: number): NarrativeFlag => ({
    quote: 'x'.repeat(length),
    start,
    says: '',
    kind: 'item',
  });
  const [first, middle, last] = [flag(0, 5), flag(3, 5), flag(6, 5)];
  expect(mergeFlags([first, middle, last])).toEqual([first, last]);
  expect(mergeFlags([last, flag(0, 5)])).toEqual([first, last]);
});
