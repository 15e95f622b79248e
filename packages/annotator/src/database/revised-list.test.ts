// Tests that a packed list is restored unchanged, and that it has an index in place of each item of the old list.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packList, restoreList } from './revised-list.ts';

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.record({ corpus: fc.string(), postId: fc.integer(), quote: fc.string(), isSnapped: fc.boolean() }),
);
const value = fc
  .oneof({ weight: 4, arbitrary: fc.array(piece) }, fc.string(), fc.boolean(), fc.constant(null))
  .map((one) => JSON.stringify(one));

describe('a list that was revised', () => {
  it('GL12: is restored byte for byte, whatever list came before it', () => {
    fc.assert(
      fc.property(fc.option(value), fc.array(value), (first, later) => {
        let before = first;
        for (const next of later) {
          expect(restoreList(before, packList(before, next))).toBe(next);
          before = next;
        }
      }),
    );
  });

  it('ST1: is stored as the places of what stayed and as what is new', () => {
    expect(packList('["a","b"]', '["b","c","a"]')).toBe('[1,"c",0]');
    expect(packList(null, '["b"]')).toBe('["b"]');
    expect(packList('"A text."', '"Another."')).toBe('"Another."');
  });
});
