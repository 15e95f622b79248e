// Tests of filtering items by room.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterFitting } from './filter-fitting.ts';

describe('filtering items by room', () => {
  it('keeps what fits behind something too large', () => {
    expect(filterFitting(['aaaa', 'bbbbbbbb', 'cc'], 7, ({ length }) => length)).toEqual(['aaaa', 'cc']);
  });

  it('keeps no more than fits, and leaves nothing out that would still fit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.nat(30), (sizes, room) => {
        const kept = filterFitting(
          sizes.map((size, at) => ({ size, at })),
          room,
          ({ size }) => size,
        );
        const taken = kept.reduce((sum, { size }) => sum + size, 0);
        expect(taken).toBeLessThanOrEqual(room);
        const out = sizes.filter((_, at) => !kept.some((one) => one.at === at));
        expect(out.every((size) => size > room - taken)).toBe(true);
      }),
    );
  });
});
