// Tests postings: unpacking gives back what was packed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRun, packWeight, readWeight, unpackRun } from './postings.ts';

describe('postings', () => {
  it('come out of a block as they went in', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 0, max: 255 })));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), steps, (before, pairs) => {
        let place = before;
        const places = pairs.map(([step]) => {
          place += step;
          return place;
        });
        const run = { places, weights: pairs.map(([, weight]) => weight) };
        expect(unpackRun(packRun(run, before), before)).toEqual(run);
      }),
    );
  });

  it('keep a count up to seven, whether something was asked, and the length within a third', () => {
    const counts = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 4_000 }), fc.boolean(), (count, length, isQuestion) => {
        const weight = packWeight({ count, length, isQuestion });
        expect(weight).toBeLessThan(256);
        const read = readWeight(weight);
        expect(read).toMatchObject({ count: Math.min(7, count), isQuestion });
        expect(Math.abs(Math.log(read.length / length))).toBeLessThan(Math.log(1.33));
      }),
    );
  });
});
