// Tests spreads: the weights of kept dice are whole numbers, and their sum is the number of ways in which the dice can fall.

import { describe, expect, it } from 'vitest';
import { computeKeptSpread } from './spread.ts';

describe('computeKeptSpread', () => {
  it.each([
    [4, 6, 3],
    [11, 10, 3],
    [15, 6, 5],
    [12, 12, 4],
  ])('DI7: of %d dice with %d faces, %d that are kept have whole weights', (count, faces, kept) => {
    const weights = new Map(Array.from({ length: faces }, (_, index) => [index + 1, 1]));
    const share = { count, kept, which: 'high', measure: (value: number) => value } as const;
    const spread = computeKeptSpread({ weights, whole: faces }, share, { left: 100_000 });
    const found = [...(spread?.weights.values() ?? [])];
    expect(found.filter((weight) => !Number.isInteger(weight))).toEqual([]);
    expect(found.reduce((sum, weight) => sum + weight, 0)).toBe(faces ** count);
  });
});
