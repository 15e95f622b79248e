// Tests arbitrary dice expressions: each total is a whole number within its computed bounds, and the work is limited.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeOdds } from './compute-odds.ts';
import type { FaceSource } from './dice.ts';
import { diceLimits } from './dice-fault.ts';
import { openFaceStream } from './open-face-stream.ts';
import { parseDice } from './parse-dice.ts';
import { rollDice } from './roll-dice.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const runs = isProof ? 10_000 : 1000;

const small = fc.integer({ min: 0, max: 12 });
const amount = fc.oneof(
  { weight: 8, arbitrary: small.map(String) },
  { weight: 1, arbitrary: fc.constantFrom('@level', '(@level+1)', '1000', '(2*3)') },
);
const condition = fc
  .tuple(fc.constantFrom('', '=', '<', '>', '<=', '>=', '<>'), small)
  .map((parts) => parts.join(''));
const rule = fc.oneof(
  fc.tuple(fc.constantFrom('kh', 'kl', 'k', 'dh', 'dl', 'mi', 'ma'), small).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('r', 'ro', '!', '!!', '!p'), condition).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('>', '<', '>=', '<=', '='), small).map((parts) => ` ${parts.join('')}`),
  fc.constantFrom('!', '!!', '!p', ' adv', ' dis', 'z', '', '', ''),
);
const faces = fc.oneof(
  fc.constantFrom('4', '6', '8', '20', '%', 'F', '%b1', '%p2', '1', '1000', '@skill'),
  amount,
);
const term = fc
  .tuple(amount, faces, fc.array(rule, { maxLength: 3 }))
  .map(([count, sides, rules]) => `${count}d${sides}${rules.join('')}`);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    amount,
    fc.constantFrom('@skill', '@level', '@axe', '@skill!'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/'), tie('expression'))
      .map((parts) => parts.join('')),
    tie('expression').map((inner) => `(${inner})`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `{${one}, ${other}}kh1`),
  ),
}));

const sheet: Readonly<Record<string, number | string>> = { skill: 'd8', level: 3, axe: '2d6+1' };
const resolve = (path: string) => sheet[path];

function countThrows(source: FaceSource): { source: FaceSource; read(): number } {
  let throws = 0;
  const next = (sides: number) => {
    throws += 1;
    return source.draw(sides);
  };
  return { source: { draw: next }, read: () => throws };
}

it('DI3, DI7: whatever is rolled, the work is bounded, the total is a whole number and lies within its odds', () => {
  let rolls = 0;
  fc.assert(
    fc.property(expression, fc.nat(1000), (text, index) => {
      const parsed = parseDice(text);
      if (!parsed.ok) {
        expect(parsed.say).not.toMatch(/NaN|undefined|Infinity/);
        return;
      }
      const counted = countThrows(openFaceStream({ seed: 'fuzz', turn: 0, roll: index }));
      const rolled = rollDice(parsed.dice, { source: counted.source, resolve });
      expect(counted.read()).toBeLessThanOrEqual(diceLimits.throws);
      const found = computeOdds(parsed.dice, resolve);
      if (!rolled.ok) return;
      rolls += 1;
      const { total, rendered } = rolled.rolled;
      expect(Number.isSafeInteger(total)).toBe(true);
      expect(Object.is(total, -0)).toBe(false);
      expect(rendered).not.toMatch(/NaN|undefined|Infinity/);
      if (!found.ok) return;
      const { min, max, mean } = found.odds;
      expect([min <= total, total <= max, min - 1e-6 <= mean, mean <= max + 1e-6]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }),
    { numRuns: runs },
  );
  expect(rolls).toBeGreaterThan(runs / 5);
});
