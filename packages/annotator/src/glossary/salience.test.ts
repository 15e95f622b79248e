// Tests of salience: what raises it and what does not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSalience, unexplained } from './salience.ts';

describe('computeSalience', () => {
  it('grows with mentions, falls with spread, and is 0 for what was never read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e4 }), (mentions, threads) => {
        const salience = computeSalience({ mentions, threads });
        expect(computeSalience({ mentions: mentions + 1, threads })).toBeGreaterThan(salience);
        expect(computeSalience({ mentions, threads: threads + 1 })).toBeLessThan(salience);
        expect(computeSalience({ mentions: 0, threads })).toBe(0);
      }),
    );
  });

  it('BR11: an unexplained entry weighs less if it was met once, or is a place or of unknown kind, and least if both', () => {
    const of = (mentions: number, ...tags: readonly string[]) =>
      computeSalience({ mentions, threads: 1 }, tags);
    expect(of(1, 'character', unexplained)).toBe(0.5);
    expect(of(2, 'character', unexplained)).toBe(2);
    expect(of(6, 'term', unexplained)).toBe(2);
    expect(of(1, 'term', unexplained)).toBe(0.25);
    expect(of(9, 'term', unexplained)).toBe(9);
    expect(of(6, 'location', unexplained)).toBe(2);
    expect(of(1, 'location', unexplained)).toBe(0.25);
    expect(of(9, 'location', unexplained)).toBe(9);
    expect(of(8, 'location')).toBe(8);
    expect(of(8, 'term')).toBe(8);
  });
});
