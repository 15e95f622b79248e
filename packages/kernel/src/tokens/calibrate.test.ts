// Tests the ratio that is learnt: bounded, exact when the reports agree, unmoved by one that does not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTokenRatio } from './calibrate.ts';

const anyCounted = fc.record({
  estimatedTokens: fc.integer({ min: 0, max: 200_000 }),
  reportedTokens: fc.oneof(
    fc.integer({ min: -5, max: 400_000 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
  ),
});

describe('the learnt ratio', () => {
  it('is 1 before anything was counted', () => {
    expect(computeTokenRatio([])).toBe(1);
    expect(computeTokenRatio([{ estimatedTokens: 10, reportedTokens: 60 }])).toBe(1);
  });

  it('stays between a half and two, whatever was reported', () => {
    fc.assert(
      fc.property(fc.array(anyCounted), (counted) => {
        const ratio = computeTokenRatio(counted);
        expect(ratio).toBeGreaterThanOrEqual(0.5);
        expect(ratio).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('is the ratio on which all reports agree', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 200, max: 100_000 }), { minLength: 1 }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (sizes, ratio) => {
          const counted = sizes.map((estimatedTokens) => ({
            estimatedTokens,
            reportedTokens: estimatedTokens * ratio,
          }));
          expect(computeTokenRatio(counted)).toBeCloseTo(ratio, 10);
        },
      ),
    );
  });

  it('is not moved by one odd report among four, nor by the order', () => {
    const usual = [10_000, 11_000, 12_000].map((size) => ({
      estimatedTokens: size,
      reportedTokens: size * 1.1,
    }));
    const odd = { estimatedTokens: 9000, reportedTokens: 1 };
    expect(computeTokenRatio([...usual, odd])).toBeCloseTo(1.1, 10);
    expect(computeTokenRatio([odd, ...usual.toReversed()])).toBeCloseTo(1.1, 10);
  });

  it('is the median by size, whatever the order: half of all estimated tokens have at most this ratio', () => {
    const counted = [1.8, 0.6, 1.2, 0.9].map((ratio) => ({
      estimatedTokens: 1000,
      reportedTokens: 1000 * ratio,
    }));
    expect(computeTokenRatio(counted)).toBeCloseTo(0.9, 10);
    expect(computeTokenRatio(counted.toReversed())).toBeCloseTo(0.9, 10);
    expect(computeTokenRatio([...counted, { estimatedTokens: 10_000, reportedTokens: 15_000 }])).toBeCloseTo(
      1.5,
      10,
    );
  });

  it('counts a prompt from 200 tokens on, and no report of nothing', () => {
    const odd = (estimatedTokens: number) => ({ estimatedTokens, reportedTokens: estimatedTokens * 1.5 });
    expect(computeTokenRatio([odd(199)])).toBe(1);
    expect(computeTokenRatio([odd(200)])).toBe(1.5);
    expect(computeTokenRatio([odd(300), { estimatedTokens: 90_000, reportedTokens: 0 }])).toBe(1.5);
  });
});
