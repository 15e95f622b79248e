// Tests parsing dice expressions: which are accepted, and that a refusal says where the fault is.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFaceStream } from './open-face-stream.ts';
import { parseDice } from './parse-dice.ts';
import { rollDice } from './roll-dice.ts';

/** Pieces that are put together into an expression in any order, whether it makes sense or not. */
const piece = fc.constantFrom(
  '2',
  '1',
  '0',
  '100',
  '1000',
  '1001',
  '3',
  '.5',
  'd',
  'd6',
  'd20',
  'dF',
  'd%',
  'd%b1',
  'd%p2',
  '4d6',
  '(',
  ')',
  '+',
  '-',
  '*',
  '/',
  '{',
  ',',
  '}',
  'kh1',
  'max(',
  'kl2',
  'dh1',
  'dl1',
  'k1',
  'ro<2',
  'r1',
  'r<3',
  '!',
  '!!',
  '!p',
  '!>4',
  'mi2',
  'ma5',
  '>=5',
  '=6',
  '<2',
  'f1',
  'adv',
  ' dis',
  'z',
  '@skill',
  '@level',
  '@nix',
  '[fire]',
  '# note',
  ' ',
);
const someText = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.string(),
);
const sheet: Readonly<Record<string, number | string>> = { skill: 'd8', level: 3 };
const resolve = (path: string) => (Object.hasOwn(sheet, path) ? sheet[path] : undefined);

describe('parseDice', () => {
  it.each([
    ['D20', '1d20'],
    ['10d6k1', '10d6kh1'],
    ['1d20 adv', '2d20kh1'],
    ['1d20+5 disadvantage', '2d20kl1+5'],
    ['d20adv+@dex.mod', '2d20kh1+@dex.mod'],
    ['1d20 + 3 with disadvantage', '2d20kl1+3'],
    ['1d%', '1d100'],
    ['d%b', '1d%b1'],
    ['1d%p(@penalty)', '1d%b(-@penalty)'],
    ['4df − 1', '4dF-1'],
    ['2d6 × 2', '2d6*2'],
    ['1d6ro1', '1d6ro=1'],
    ['6d6! >=5 f1', '6d6! >=5f=1'],
    ['6d6!>=5', '6d6!>=5'],
    ['(@level)d6', '(@level)d6'],
    ['{@skill!, d6!}k1', '{@skill!, 1d6!}kh1'],
    ['1-(2-3)', '1-(2-3)'],
    ['1d6 + max(@edge, @heart)', '1d6+{@edge, @heart}kh1'],
    ['Min( 2d6 , max(3,@level) )', '{2d6, {3, @level}kh1}kl1'],
  ])('DI1: %s is written %s', (text, expression) => {
    expect(parseDice(text)).toMatchObject({ ok: true, dice: { expression } });
    expect(parseDice(expression)).toMatchObject({ ok: true, dice: { expression } });
  });

  it('DI1: labels are taken out, and the paths that are read are named once', () => {
    expect(parseDice('1d8+@str [slashing] + (@str)d4 [fire] # with both hands')).toMatchObject({
      ok: true,
      dice: { label: 'with both hands, slashing, fire', references: ['str'] },
    });
  });

  it.each([
    ['', 0, /nothing to roll/],
    ['1d', 1, /At position 2: expected .*, but found “d”/],
    ['2d6kh', 5, /expected a number after kh \(such as kh1\)/],
    ['2d-6', 1, /the number of faces \(as in d6/],
    ['1d6+', 4, /but found the end/],
    ['(1d6', 4, /a closing “\)” for the “\(” at position 1, but/],
    ['1d6)', 3, /or the end of the expression, but/],
    ['1d6 1d6', 4, /or the end of the expression, but/],
    ['1d20; process.exit()', 4, /“; process\.ex…”/],
    ['constructor', 0, /a number, dice such as 2d6/],
    ['1d20+DEX', 5, /a value of the sheet is written @DEX/],
    ['10/0', 2, /divided by zero/],
    ['@x+1/(2-2)', 4, /divided by zero/],
    ['1d0', 0, /0 faces/],
    ['1d1!', 0, /every face explodes/],
    ['1d6r<7', 0, /every face is rerolled/],
    ['2d6kh3', 0, /2 dice, of which 3 should be kept/],
    ['(1d4)d6', 0, /cannot itself be rolled/],
    ['1d6mi2mi3', 6, /a second modifier/],
    ['2d20 adv', 5, /single die/],
    ['1d20kl1 adv', 8, /single die/],
    ['d20kl1 with advantage+2', 7, /single die/],
    ['5d10f1', 6, /a condition for success/],
  ])('DI2: %j is refused at its place', (text, at, say) => {
    expect(parseDice(text)).toEqual({ ok: false, at, say: expect.stringMatching(say) });
  });

  it.each([
    ['999+1'.padStart(501, '0'), /at most 500 characters/],
    ['1000d6+1d6', /1001 dice in all; at most 1000 are allowed/],
    ['1d1001', /1001 faces; 1 to 1000/],
    [`${'('.repeat(21)}1${')'.repeat(21)}`, /21 deep; at most 20 are allowed/],
    ['9999999999d6', /10 digits/],
    ['999999999*999999999*999999999', /too large/],
  ])('DI3: beyond a limit %# is refused, not shortened', (text, say) => {
    expect(parseDice(text)).toMatchObject({ ok: false, say: expect.stringMatching(say) });
  });

  it('DI1: takes everything that the page about dice shows', () => {
    const page = readFileSync(new URL('../../../../docs/dice.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const shown = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    );
    expect(shown.length).toBeGreaterThan(25);
    expect(shown.filter((text) => !parseDice(text ?? '').ok)).toEqual([]);
  });

  it('DI1: whatever is written is refused at a place within it, or has one spelling that rolls the same', () => {
    const roll = (text: string) => {
      const parsed = parseDice(text);
      if (!parsed.ok) return parsed;
      const source = openFaceStream({ seed: 's', turn: 1, roll: 0 });
      return { ok: true as const, dice: parsed.dice, rolled: rollDice(parsed.dice, { source, resolve }) };
    };
    fc.assert(
      fc.property(someText, (text) => {
        const one = roll(text);
        if (!one.ok) {
          expect(one.at).toBeGreaterThanOrEqual(0);
          expect(one.at).toBeLessThanOrEqual(text.length);
          return;
        }
        const again = roll(one.dice.expression);
        expect(again).toMatchObject({ ok: true, dice: { expression: one.dice.expression } });
        expect(again).toHaveProperty(
          'rolled',
          one.rolled.ok ? one.rolled : expect.objectContaining({ ok: false }),
        );
      }),
      { numRuns: 1500 },
    );
  });
});
