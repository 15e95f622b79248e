// Tests which existing name is suggested for a mistyped name.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterAlike, findNearest, isAlike, sortByNearness } from './find-nearest.ts';

describe('the nearest name', () => {
  it('is the one with the fewest edits, when they are few', () => {
    expect(findNearest('wrold', ['model', 'world'])).toBe('world');
    expect(findNearest('xyz', ['model', 'world'])).toBeUndefined();
  });
});

describe('names by nearness', () => {
  it('begin with those that hold the name, then go by edits', () => {
    const names = ['llama3', 'Qwen3:14b', 'qwen', 'qven3'];
    expect(sortByNearness('qwen3', names)).toEqual(['qwen', 'Qwen3:14b', 'qven3', 'llama3']);
  });

  it('stand before others where one of their words is nearly the name', () => {
    const names = ['stealth', 'attack_roll', 'spell_attack', 'luck'];
    expect(sortByNearness('atack', names)).toEqual(['attack_roll', 'spell_attack', 'luck', 'stealth']);
  });

  it('are only those that share something with the name, where any does', () => {
    const names = ['Minotaur Skeleton', 'Lion', 'Stable Yard', 'Baboon', '組合の書庫'];
    expect(filterAlike('skeleton', names)).toEqual(['Minotaur Skeleton']);
    expect(filterAlike('the old yard', names)).toEqual(['Stable Yard']);
    expect(filterAlike('書庫', names)).toEqual(['組合の書庫']);
    expect(filterAlike('xyzzy', names)).toHaveLength(names.length);
    expect(['yard', 'the old', 'the'].map((name) => isAlike(name, 'The Stable Yard'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isAlike('an old inn', 'The Stable Yard')).toBe(false);
  });

  it('are all there, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, names) => {
        expect(sortByNearness(name, names).toSorted()).toEqual(names.toSorted());
      }),
    );
  });
});
