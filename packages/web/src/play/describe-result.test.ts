// Tests which number of a roll is shown as its result, and how the dice are put into words.

import { expect, test } from 'vitest';
import { describeResult, describeTarget } from './describe-result.ts';

interface Fallen {
  readonly rendered: string;
  readonly resolved: string;
  readonly total: number;
  readonly kept: number;
}

function describe({ rendered, resolved, total, kept }: Fallen): string {
  const dice = Array.from({ length: kept }, () => ({ faces: 6, face: 1, isKept: true, marks: [] }));
  const groups = [{ notation: resolved, dice, value: total }];
  const { counts = '', how } = describeResult({ expression: resolved, rendered, resolved, total, groups });
  return `${counts}${how}`;
}

test.each([
  [{ rendered: '2d6: [3, 6], highest 6', resolved: '2d6', total: 9, kept: 2 }, '6, the highest of 2d6'],
  [{ rendered: '1d6: [4], highest 4', resolved: '1d6', total: 4, kept: 1 }, '4 with 1d6'],
  [
    { rendered: '2d6kl1: [2, 6 dropped], highest 2', resolved: '2d6kl1', total: 2, kept: 1 },
    '2, the lowest of 2d6',
  ],
  [{ rendered: '3d6: [1, 2, 4], highest 4, lowest 1', resolved: '3d6', total: 7, kept: 3 }, 'Rolled: 3d6'],
  [{ rendered: '3d6: [1, 2, 4]', resolved: '3d6', total: 7, kept: 3 }, 'Rolled: 3d6'],
])('DI8: of %j no sum is shown', (fallen, shown) => {
  expect(describe(fallen)).toBe(shown);
});

test.each([
  ['1d20-1', -1, '−1 with 1d20−1'],
  ['4dF+0', 2, '2 with 4dF'],
  ['1*4-1+0*4+1d4', 7, '7 with 1d4+3'],
  ['1d6*2+1d4-0*3', 9, '9 with 1d6*2+1d4'],
  ['1d4-1*3', 1, '1 with 1d4−3'],
  ['1d3+0', 2, '2 with 1d3'],
  ['2d20kh1+5', 18, '18 with the highest of 2d20, +5'],
  ['{1d10!, 1d6!}kh1', 7, '7 with the higher of 1d10 and 1d6'],
  ['{1d10!, 1d6!}kh1-2', 5, '5 with the higher of 1d10 and 1d6, −2'],
  ['4d6kh3', 12, '12 with 4d6kh3'],
])('RP1: %s is told in words', (resolved, total, shown) => {
  const rendered = `${resolved}: [1] = ${total}`;
  expect(describe({ rendered, resolved, total, kept: 2 })).toBe(shown);
});

test('RP1: a negative number to reach has a real minus sign', () => {
  expect([-1, 0, 12].map((target) => describeTarget({ target }))).toEqual([
    ' against −1',
    ' against 0',
    ' against 12',
  ]);
  expect(describeTarget({})).toBe('');
});
