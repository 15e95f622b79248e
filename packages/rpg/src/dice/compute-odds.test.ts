// Tests odds: the means agree with known ones, every roll is within the bounds, and an established dice library agrees.

import { DiceRoll } from '@dice-roller/rpg-dice-roller';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeOdds } from './compute-odds.ts';
import { openFaceStream } from './open-face-stream.ts';
import { parseDice } from './parse-dice.ts';
import { rollDice } from './roll-dice.ts';

function parse(text: string) {
  const parsed = parseDice(text);
  if (!parsed.ok) throw new Error(parsed.say);
  return parsed.dice;
}

function odds(text: string) {
  const found = computeOdds(parse(text));
  if (!found.ok) throw new Error(found.say);
  return found.odds;
}

describe('computeOdds', () => {
  it.each([
    ['2d8', [2, 16], 9],
    ['3d20kh1', [1, 20], 1239 / 80],
    ['4d6dl1', [3, 18], 15_869 / 1296],
    ['1d6ro1', [1, 6], 47 / 12],
    ['1d6r1', [2, 6], 4],
    ['1d6mi3', [3, 6], 4],
    ['1d10!', [1, 1009], 55 / 9],
    ['1d6!!', [1, 605], 4.2],
    ['1d6!p', [1, 505], 4],
    ['6d6>=5', [0, 6], 2],
    ['4d6>=5f1', [-4, 4], 2 / 3],
    ['4dF-1', [-5, 3], -1],
    ['1d4*1d4', [1, 16], 6.25],
    ['1d6/2', [0, 3], 1.5],
    ['{1d6, 1d6}kh1', [1, 6], 161 / 36],
    ['1000d1000', [1000, 1_000_000], 500_500],
  ])('DI7: %s is between %j, on average %d', (text, bounds, mean) => {
    const found = odds(text);
    expect([found.min, found.max]).toEqual(bounds);
    expect(found.mean).toBeCloseTo(mean, 12);
  });

  it('DI7: bonus and penalty dice mirror each other', () => {
    const cumulate = (text: string, limit: number) =>
      [...(odds(text).distribution ?? [])].reduce(
        (sum, [value, chance]) => (value <= limit ? sum + chance : sum),
        0,
      );
    expect(cumulate('d%b1', 50)).toBeCloseTo(0.75, 12);
    expect(cumulate('d%p1', 50)).toBeCloseTo(0.25, 12);
    expect(cumulate('d%b2', 50)).toBeCloseTo(0.875, 12);
  });

  it('DI7: what would be too much to reckon is left out or refused', () => {
    expect(odds('1000d1000').distribution).toBeUndefined();
    expect(computeOdds(parse('4d6!kh3'))).toEqual({ ok: false, say: expect.stringMatching(/one by one/) });
    expect(computeOdds(parse('10/(1d6-2)'))).toEqual({ ok: false, say: expect.stringMatching(/zero/) });
    expect(computeOdds(parse('1000d999/7'))).toEqual({
      ok: false,
      say: expect.stringMatching(/too many possible values/),
    });
  });

  const term = fc.constantFrom(
    '2d6',
    '4d6kh3',
    '3d6!',
    '2d4!!',
    '2d6!p',
    '5d10>=7f1',
    '1d6ro<3',
    '4dF',
    'd%b1',
    '2d20kl1',
    '3d6mi2ma5',
    '7',
    '3d8dh1',
  );
  const sums = fc
    .tuple(term, fc.constantFrom('+', '-', '*'), term)
    .map(([left, operator, right]) => `${left}${operator}${right}`);

  it('DI7: every roll lies within the bounds and has a chance, and all chances are one', () => {
    fc.assert(
      fc.property(sums, fc.nat(10_000), (text, index) => {
        const rolled = rollDice(parse(text), {
          source: openFaceStream({ seed: 'odds', turn: 0, roll: index }),
        });
        const { min, max, mean, distribution } = odds(text);
        if (!rolled.ok) throw new Error(rolled.say);
        expect(rolled.rolled.total).toBeGreaterThanOrEqual(min);
        expect(rolled.rolled.total).toBeLessThanOrEqual(max);
        if (distribution === undefined) return;
        const chances = [...distribution];
        expect(distribution.get(rolled.rolled.total)).toBeGreaterThan(0);
        expect(chances.reduce((sum, [, chance]) => sum + chance, 0)).toBeCloseTo(1, 9);
        expect(chances.reduce((sum, [value, chance]) => sum + value * chance, 0)).toBeCloseTo(mean, 6);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a library of the field', () => {
  const shared = [
    '2d6',
    '4d6kh3',
    '4d6dl1',
    '2d20kl1',
    'd%',
    '4dF',
    '3d6ro<3',
    '5d10>=7',
    '(1d6+2)*3',
    '3d6+1d4-2',
    '6d6>4',
    '4d6dh1',
  ];

  it.each(shared)('DI7: takes %s and rolls it within the same bounds', (text) => {
    const { min, max } = odds(text);
    const totals = Array.from({ length: 300 }, () => new DiceRoll(text).total);
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(min);
    expect(Math.max(...totals)).toBeLessThanOrEqual(max);
    expect(new DiceRoll(text).minTotal).toBe(min);
    expect(new DiceRoll(text).maxTotal).toBe(max);
  });
});
