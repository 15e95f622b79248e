// Tests settling: the resulting values and their causes, crossed thresholds, and what is kept when a formula fails.

import { describe, expect, test } from 'vitest';
import { buildHeroSheet, buildTestSheet, heroValues } from '../../test/support/build-test-sheet.ts';
import type { Table } from '../system/system.ts';
import { readValue, writeValue } from './read-value.ts';
import { settle } from './settle.ts';

const tables: ReadonlyMap<string, Table> = new Map();
const sheet = buildHeroSheet();
const hero = settle(sheet, heroValues, { tables }).values;

describe('a sheet comes to rest', () => {
  test('VA1: defaults, bounds, derived values and limits, in one pass whatever order the fields are written in', () => {
    expect(hero).toEqual({
      level: 3,
      attributes: { con: { score: 14, mod: 2 }, dex: { score: 18, mod: 4 } },
      resources: { hp: { current: 14, max: 14 } },
      combat: { armour: 12 },
      stress: [false, false],
      inventory: { items: [{ id: 'rope', name: 'Silk Rope', weight: 5, quantity: 2 }], load: 10 },
      about: '',
    });
  });

  test('VA1: the same object comes back where nothing changed', () => {
    const again = settle(sheet, hero, { tables });
    expect(again.values).toBe(hero);
    expect(again.changes).toEqual([]);
  });

  test('VA2: each change tells its cause, with the formula and the numbers in it', () => {
    const hurt = writeValue(hero, 'resources.hp.current', 57);
    expect(settle(sheet, hurt, { tables }).changes).toEqual([
      {
        path: 'resources.hp.current',
        before: 57,
        after: 14,
        because: 'maximum 14 = 8 + level × con_mod (level 3, con_mod 2)',
      },
    ]);
  });

  test('VA2: a derived part that was set is overruled, and its formula is told', () => {
    const forged = writeValue(hero, 'attributes.dex.mod', 9);
    expect(settle(sheet, forged, { tables }).changes).toEqual([
      {
        path: 'attributes.dex.mod',
        before: 9,
        after: 4,
        because: '4 = (attributes.dex.score - 10) // 2 (attributes.dex.score 18)',
      },
    ]);
  });

  test('VA2: what was never set begins with its default formula', () => {
    const { changes } = settle(sheet, heroValues, { tables });
    expect(changes.find((change) => change.path === 'resources.hp')).toEqual({
      path: 'resources.hp',
      before: undefined,
      after: { current: 14, max: 14 },
      because: 'first value 14 = resources.hp.max',
    });
    expect(changes.find((change) => change.path === 'stress')?.because).toBe(
      'maximum 2 = max(1, con_mod) (con_mod 2)',
    );
  });

  test('VA2: of a formula that is too long to be read, the numbers it was made of are told', () => {
    const sum = Array.from({ length: 30 }, () => 'level').join(' + ');
    const long = buildTestSheet([{ path: 'level' }, { path: 'power', formula: sum }]);
    expect(settle(long, { level: 2 }, { tables }).changes).toEqual([
      { path: 'power', before: undefined, after: 60, because: '60, computed from level 2' },
    ]);
  });

  test('VA3: only what depends on what changed is settled', () => {
    const stronger = writeValue(writeValue(hero, 'attributes.con.score', 16), 'combat.armour', 99);
    const settled = settle(sheet, stronger, { tables, changed: new Set(['attributes.con']), before: hero });
    expect(settled.changes.map((change) => change.path)).toEqual([
      'attributes.con.mod',
      'resources.hp.max',
      'stress',
    ]);
    expect(readValue(settled.values, 'combat.armour')).toBe(99);
  });

  test('VA3: a change may be named by a part or by an item of a list', () => {
    const items = [{ id: 'rope', name: 'Silk Rope', weight: 5, quantity: 4 }];
    const changed = new Set(['inventory.items.rope.quantity']);
    const settled = settle(sheet, writeValue(hero, 'inventory.items', items), { tables, changed });
    expect(settled.changes).toEqual([
      {
        path: 'inventory.load',
        before: 10,
        after: 20,
        because:
          '20 = sum(inventory.items.weight × inventory.items.quantity) (inventory.items.weight [5], inventory.items.quantity [4])',
      },
    ]);
  });
});

describe('thresholds', () => {
  const at = (current: number) => writeValue(hero, 'resources.hp.current', current);
  const cross = (from: number, to: number) =>
    settle(sheet, at(to), { tables, changed: new Set(['resources.hp']), before: at(from) }).crossed;

  test('VA4: a threshold is told when it begins to hold, and not while it goes on holding', () => {
    expect(cross(14, 7)).toEqual([{ path: 'resources.hp', say: 'You bleed.' }]);
    expect(cross(7, 6)).toEqual([]);
    expect(cross(6, 0)).toEqual([{ path: 'resources.hp', say: 'You fall.' }]);
    expect(cross(14, 0).map((crossed) => crossed.say)).toEqual(['You fall.', 'You bleed.']);
    expect(cross(0, 14)).toEqual([]);
  });

  test('VA4: a threshold is crossed through other fields too, and never where there was nothing before', () => {
    const weaker = writeValue(at(8), 'level', 20);
    const settled = settle(sheet, weaker, { tables, changed: new Set(['level']), before: at(8) });
    expect(settled.crossed).toEqual([{ path: 'resources.hp', say: 'You bleed.' }]);
    expect(settle(sheet, at(0), { tables }).crossed).toEqual([]);
  });
});

describe('formulas that fail', () => {
  const broken = buildTestSheet([
    { path: 'share', formula: '12 / people' },
    { path: 'people' },
    { path: 'hp', kind: 'pool', maxFormula: 'lookup(absent, people)' },
    { path: 'boxes', kind: 'boxes', maxFormula: '12 / people' },
  ]);
  const whole = settle(broken, { people: 3, hp: { current: 4, max: 9 } }, { tables }).values;

  test('VA5: the last good value stands, also against a value that was set, and the fault is told', () => {
    const values = writeValue(writeValue(writeValue(whole, 'people', 0), 'share', 77), 'hp', {
      current: 50,
      max: 70,
    });
    const settled = settle(broken, values, { tables, before: whole });
    expect(settled.values).toEqual({ ...whole, people: 0, hp: { current: 9, max: 9 } });
    expect(settled.faults).toEqual([
      { path: 'boxes', source: '12 / people', say: 'division by zero' },
      {
        path: 'hp',
        source: 'lookup(absent, people)',
        say: 'the table `absent` has nothing for 0 in column 1',
      },
      { path: 'share', source: '12 / people', say: 'division by zero' },
    ]);
  });

  test('VA5: a fault in an alias names the alias and its formula', () => {
    const aliased = buildTestSheet([{ path: 'share', formula: 'each + 1' }, { path: 'people' }], {
      each: '12 / people',
    });
    expect(settle(aliased, {}, { tables }).faults).toEqual([
      { path: 'share', source: 'each + 1', say: 'division by zero (in `each` = 12 / people)' },
    ]);
  });

  test('VA5: aliases that stand for each other without end are a fault, told once', () => {
    const chain = Array.from({ length: 150 }, (_, at) => [`a${at + 1}`, `a${at} + 1`] as const);
    const chained = buildTestSheet([{ path: 'sum', formula: 'a150' }, { path: 'level' }], {
      a0: 'level',
      ...Object.fromEntries(chain),
    });
    expect(settle(chained, {}, { tables }).faults).toEqual([
      {
        path: 'sum',
        source: 'a150',
        say: 'one alias leads to the next more than 20 times (in `a131` = a130 + 1)',
      },
    ]);
  });

  test('VA5: a formula that gives a list where a number is needed is a fault', () => {
    const listed = buildTestSheet([
      { path: 'load', formula: 'items.weight' },
      { path: 'items', kind: 'items' },
    ]);
    expect(settle(listed, {}, { tables }).faults).toEqual([
      {
        path: 'load',
        source: 'items.weight',
        say: 'the formula gives a list, but a number is needed; use sum, count, min or max',
      },
    ]);
  });
});
