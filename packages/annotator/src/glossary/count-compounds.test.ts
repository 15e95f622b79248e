// Tests finding words such as `ten-legged`, which say how many of something there are.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCountCompounds } from './count-compounds.ts';

describe('listCountCompounds', () => {
  it.each([
    ['a ten-legged beast', 'ten-legged', 'leg'],
    ['a Three-eyed man', 'Three-eyed', 'eye'],
    ['he is four‑footed', 'four‑footed', 'feet'],
    ['a six-sided die', 'six-sided', 'side'],
    ['a two-toothed cog', 'two-toothed', 'teeth'],
    ['an eight-leaved plant', 'eight-leaved', 'leaf'],
  ])('TL23: finds in "%s" %s, which says %s', (text, word, thing) => {
    expect(listCountCompounds(text)).toMatchObject([{ text: word, things: expect.arrayContaining([thing]) }]);
  });

  it.each([
    'a one-eyed man',
    'often-aged',
    'a twenty-two-masted ship',
    'ten legs',
    'two-fold',
    'long-legged',
  ])('TL23: finds nothing in "%s"', (text) => {
    expect(listCountCompounds(text)).toEqual([]);
  });

  it('TL23: names what each regular thing is counted by, and each word once', () => {
    const numbers = { two: '2', seven: '7', twelve: '12' } as const;
    const number = fc.constantFrom(...(Object.keys(numbers) as (keyof typeof numbers)[]));
    const thing = fc.constantFrom('arm', 'horn', 'head', 'finger', 'mast', 'tower');
    fc.assert(
      fc.property(number, thing, (count, one) => {
        const word = `${count}-${one}ed`;
        const [found, ...others] = listCountCompounds(`A ${word} thing, ${word} and old.`);
        expect(others).toEqual([]);
        expect(found).toMatchObject({ text: word, numbers: [count, numbers[count]] });
        expect(found?.things).toContain(one);
      }),
    );
  });
});
