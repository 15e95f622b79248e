// Tests of formulas: what they compute, what is refused, and that nothing gets out of hand.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormulaValue } from '../prefabs/prefab.ts';
import { parseFormula } from './parse-formula.ts';

const values: Readonly<Record<string, FormulaValue>> = {
  level: 5,
  'attributes.con.score': 16,
  con_mod: 3,
  is_raging: true,
  'inventory.items.weight': [2, 0.5, 10],
  'inventory.items.quantity': [1, 4, 2],
  boxes: [true, false, true],
  nothing: [],
};

const scope = {
  read: (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined),
  lookup: (table: string, key: number, column: number) =>
    table === 'xp' && key >= 1 ? key * 100 + column : undefined,
};

function compute(source: string): FormulaValue | string {
  const parsed = parseFormula(source);
  if (!parsed.ok) return `${parsed.at}: ${parsed.say}`;
  const evaluated = parsed.formula.evaluate(scope);
  return evaluated.ok ? evaluated.value : evaluated.say;
}

describe('what formulas compute', () => {
  test.each<[string, FormulaValue]>([
    ['8 + 4 * con_mod', 20],
    ['(attributes.con.score - 10) // 2', 3],
    ['-7 // 2', -4],
    ['-7 % 2', 1],
    ['7 % -2', -1],
    ['7 / 2', 3.5],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 * -3 ^ 2', -18],
    ['0.29 * 100 // 1', 29],
    ['floor(0.29 * 100)', 29],
    ['ceil(1.1 * 10)', 11],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['abs(-3)', 3],
    ['min(3, 1, 2)', 1],
    ['max(inventory.items.weight, 4)', 10],
    ['sum(inventory.items.weight)', 12.5],
    ['sum(inventory.items.weight * inventory.items.quantity)', 24],
    ['sum(nothing)', 0],
    ['clamp(17, 0, 10)', 10],
    ['count(boxes)', 2],
    ['count(boxes, false)', 1],
    ['count(inventory.items.quantity, 4)', 1],
    ['lookup(xp, level, 2)', 502],
    ['lookup(xp, level)', 501],
    ['if(level >= 5, 3, 2)', 3],
    ['if(level < 5, 1 / 0, 2)', 2],
    ['level > 3 and not is_raging', false],
    ['not level > 9', true],
    ['not not is_raging', true],
    ['level == 5 && !is_raging || true', true],
    ['false and 1 / 0 > 0', false],
    ['0 * -1', 0],
  ])('FM1: %s is %j', (source, value) => {
    expect(compute(source)).toEqual(value);
  });

  test('FM1: whole numbers divide as people divide: what // and % give makes the number again, and the rest is smaller', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.integer({ min: -100, max: 100 }),
        (dividend, divisor) => {
          fc.pre(divisor !== 0);
          const quotient = Number(compute(`(${dividend}) // (${divisor})`));
          const rest = Number(compute(`(${dividend}) % (${divisor})`));
          expect(quotient * divisor + rest).toBe(dividend);
          expect(Math.abs(rest)).toBeLessThan(Math.abs(divisor));
        },
      ),
    );
  });
});
