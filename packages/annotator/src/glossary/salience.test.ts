// Tests of salience: what grows it and what does not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSalience } from './salience.ts';

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
});
