// Tests rolling: each die is recorded, the total follows from the dice, and the same key gives the same faces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiceResolver, FaceSource } from './dice.ts';
import { openFaceStream } from './open-face-stream.ts';
import { parseDice } from './parse-dice.ts';
import { rollDice } from './roll-dice.ts';

/** A source that gives these faces in order, and then the last one again and again. */
function fall(...faces: readonly number[]): FaceSource {
  let at = 0;
  return { draw: () => faces[Math.min(at++, faces.length - 1)] ?? 1 };
}

function roll(text: string, source: FaceSource, resolve?: DiceResolver) {
  const parsed = parseDice(text);
  if (!parsed.ok) throw new Error(parsed.say);
  return rollDice(parsed.dice, { source, resolve });
}

function render(text: string, faces: readonly number[], resolve?: DiceResolver): string {
  const result = roll(text, fall(...faces), resolve);
  return result.ok ? result.rolled.rendered : result.say;
}

const sheet: Readonly<Record<string, number | string>> = {
  skill: 'd8',
  dex: -2,
  none: 0,
  axe: '2d6+1',
  odd: 'dx',
  volley: `10+${'1d1+'.repeat(10)}100`,
  endless: `1${'+1'.repeat(250)}`,
};
const resolve: DiceResolver = (path) => sheet[path];

describe('rollDice', () => {
  it.each([
    ['1d20+5', [13], '1d20+5: [13] + 5 = 18'],
    ['4d6kh3', [6, 4, 5, 3], '4d6kh3: [6, 4, 5, (3)] = 15'],
    ['4d6dh1', [6, 6, 5, 3], '4d6dh1: [(6), 6, 5, 3] = 14'],
    ['1d20 adv', [3, 17], '2d20kh1: [(3), 17] = 17'],
    ['4dF+1', [1, 2, 3, 3], '4dF+1: [-1, 0, +1, +1] + 1 = 2'],
    ['2d6ro<3', [2, 1, 5], '2d6ro<3: [(2r), 1, 5] = 6'],
    ['1d6r<3', [2, 1, 5], '1d6r<3: [(2r), (1r), 5] = 5'],
    ['2d6!', [6, 6, 2, 3], '2d6!: [6!, 6!, 2, 3] = 17'],
    ['2d6!!', [6, 6, 2, 3], '2d6!!: [14!, 3] = 17'],
    ['1d6!p', [6, 6, 2], '1d6!p: [6!, 5!, 1] = 12'],
    ['3d6mi2ma5', [1, 6, 3], '3d6mi2ma5: [2, 5, 3] = 10'],
    ['5d10>=7f1', [7, 10, 1, 6, 9], '5d10>=7f=1: [7*, 10*, 1f, 6, 9*] = 2'],
    ['d%b1', [3, 2, 7], '1d100 with a bonus die: [23, (73)] = 23'],
    ['d%p1', [10, 10, 7], '1d100 with a penalty die: [100, (70)] = 100'],
    ['15/2', [1], '15/2: 15 / 2 = 7'],
    ['(1d6-8)/2', [1], '(1d6-8)/2: ([1] - 8) / 2 = -4'],
    ['1d6/49*49', [1], '1d6/49*49: [1] / 49 * 49 = 1'],
  ])('DI4: %s with %j reads %s', (text, faces, rendered) => {
    expect(render(text, faces)).toBe(rendered);
  });

  it.each([
    ['d20+@dex', [9], '1d20-2: [9] - 2 = 7'],
    ['@skill!', [8, 3], '1d8!: [8!, 3] = 11'],
    ['2d@skill', [8, 3], '2d8: [8, 3] = 11'],
    ['{@skill!, 1d6!}kh1', [3, 5], '{1d8!, 1d6!}kh1: {[(3)], [5]}kh1 = 5'],
    ['(@none)d6z', [6, 2], '2d6kl1: [(6), 2] = 2'],
    ['(@none-1)d6z', [6, 2], '2d6kl1: [(6), 2] = 2'],
    ['1d4+(@none)d6+2', [3], '1d4+2: [3] + 2 = 5'],
    ['(@none)d6-2', [3], '-2: -2 = -2'],
    ['(@none)d6', [3], '0d6: [] = 0'],
    ['1d20+@none', [4], '1d20+0: [4] + 0 = 4'],
    ['1d20+@none-@none+0', [4], '1d20+0: [4] + 0 = 4'],
    ['@volley', [1], `10+${'1d1+'.repeat(10)}100: 10 + ${'[1] + '.repeat(10)}100 = 120`],
    ['@axe*2', [1, 2], '(2d6+1)*2: ([1, 2] + 1) * 2 = 8'],
  ])('DI5: %s is read from the sheet', (text, faces, rendered) => {
    expect(render(text, faces, resolve)).toBe(rendered);
  });

  it.each([
    ['1d20+@nix', [1], /@nix is neither a number nor a die/],
    ['@dex!', [1], /@dex is the number -2/],
    ['(@dex)d6', [1], /the number of dice is -2/],
    ['@odd', [1], /“dx”, which is neither a number nor dice/],
    ['@endless', [1], /@endless has 501 characters, and dice have at most 500/],
    ['@axe!', [1], /only on plain dice/],
    ['1/(1d2-1)', [1], /divided by zero/],
    ['1d2!', [2], /exploded more than 100 times/],
    ['1d2r1', [1], /rerolled more than 100 times/],
  ])('DI5: %s is refused when it is rolled', (text, faces, say) => {
    expect(roll(text, fall(...faces), resolve)).toEqual({ ok: false, say: expect.stringMatching(say) });
  });

  it('DI4: a refusal of the sheet is handed on in its words', () => {
    expect(roll('@dx', fall(1), () => ({ say: 'There is no dx; there is dex.' }))).toEqual({
      ok: false,
      say: 'There is no dx; there is dex.',
    });
  });

  it('DI4: the dice that are kept are the value of their term', () => {
    const terms = ['4d6kh3', '3d6!', '5d8ro<3dl2', '2d6!!', '6d10r1mi3', '3d6!p', '4dF', '2d20kl1'];
    fc.assert(
      fc.property(fc.constantFrom(...terms), fc.nat(1000), (text, index) => {
        const result = roll(text, openFaceStream({ seed: 'sum', turn: 3, roll: index }));
        if (!result.ok) throw new Error(result.say);
        const [group] = result.rolled.groups;
        const kept = group?.dice.filter((die) => die.isKept).reduce((sum, die) => sum + die.face, 0);
        expect(kept).toBe(group?.value);
        expect(result.rolled.total).toBe(kept);
      }),
      { numRuns: 200 },
    );
  });
});

describe('openFaceStream', () => {
  const take = (key: { seed: string; turn: number; roll: number }) => {
    const stream = openFaceStream(key);
    return Array.from({ length: 12 }, () => stream.draw(1000));
  };

  it('DI6: gives the same faces for the same seed, turn and roll, and others for any other', () => {
    const key = { seed: 'mill', turn: 4, roll: 2 };
    expect(take(key)).toEqual(take(key));
    const others = [
      { ...key, seed: 'mil' },
      { ...key, turn: 42 },
      { ...key, roll: 3 },
      { seed: 'mill4', turn: 2, roll: 4 },
    ];
    expect(new Set([key, ...others].map((other) => take(other).join())).size).toBe(5);
    expect(take(key).slice(0, 4)).toMatchInlineSnapshot(`
      [
        501,
        124,
        893,
        820,
      ]
    `);
  });

  it('DI6: each face is as likely', () => {
    for (const faces of [2, 6, 20, 100]) {
      const counts = new Array<number>(faces).fill(0);
      for (let index = 0; index < faces * 400; index += 1) {
        const face = openFaceStream({ seed: 'fair', turn: faces, roll: index }).draw(faces);
        counts[face - 1] = (counts[face - 1] ?? 0) + 1;
      }
      const chiSquare = counts.reduce((sum, count) => sum + (count - 400) ** 2 / 400, 0);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      // At most five standard deviations above the mean of a chi-square with this many degrees of freedom; the seed is
      // fixed.
      expect(chiSquare).toBeLessThan(faces - 1 + 5 * Math.sqrt(2 * (faces - 1)));
    }
  });
});
