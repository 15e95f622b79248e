// Part odds: bounds, mean and spread of one part of a dice expression, as far as they are known.

import { computeMeanOf, type Spread } from './spread.ts';

/** Mean and spread are missing if computing them would be too much work. */
export interface PartOdds {
  readonly min: number;
  readonly max: number;
  readonly mean?: number | undefined;
  readonly spread?: Spread | undefined;
}

export function describeSpread(spread: Spread): PartOdds {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of spread.weights.keys()) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max, mean: computeMeanOf(spread), spread };
}
