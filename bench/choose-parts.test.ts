// Tests choosing the parts of a bench: all, those that were named, or a refusal that lists the parts there are.
import { describe, expect, it } from 'vitest';
import { chooseParts } from './choose-parts.ts';

const parts = { settle: 1, dice: 2 };

describe('the parts of a bench', () => {
  it('are all unless some are named, in their own order', () => {
    expect(chooseParts(parts, [])).toEqual([1, 2]);
    expect(chooseParts(parts, ['dice'])).toEqual([2]);
    expect(chooseParts(parts, ['dice', 'settle'])).toEqual([1, 2]);
  });

  it.each(['diec', 'toString'])('are refused under the name %s, with those there are', (name) => {
    expect(() => chooseParts(parts, ['settle', name])).toThrow(
      `This bench has no part "${name}". Name some of: settle, dice.`,
    );
  });
});
