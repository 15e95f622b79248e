// Tests resolving paths: what a path names, and what is answered if it names nothing.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildHeroSheet, heroValues } from '../../test/support/build-test-sheet.ts';
import { buildScope } from './build-scope.ts';
import { readValue, writeValue } from './read-value.ts';
import { resolvePath } from './resolve-path.ts';
import { settle } from './settle.ts';

const sheet = buildHeroSheet();
const tables = new Map([
  [
    'xp',
    {
      name: 'xp',
      rows: [
        { at: 1, values: [0, 2] },
        { at: 5, values: [6500, 3] },
      ],
    },
  ],
]);
const { values } = settle(sheet, heroValues, { tables });

describe('paths', () => {
  test.each([
    ['level', 'level', '', 'number', true],
    ['resources.hp.current', 'resources.hp', 'current', 'number', true],
    ['attributes.con.mod', 'attributes.con', 'mod', 'number', false],
    ['inventory.items', 'inventory.items', '', 'list', true],
    ['inventory.items.weight', 'inventory.items', 'weight', 'list', true],
    ['inventory.items.length', 'inventory.items', 'length', 'number', false],
    ['stress.length', 'stress', 'length', 'number', false],
    [' about ', 'about', '', 'text', true],
    ['inventory.items.rope', 'inventory.items', 'rope', 'text', true],
    ['inventory.items.rope.quantity', 'inventory.items', 'rope.quantity', 'number', true],
    ['inventory.items.Silk Rope.quantity', 'inventory.items', 'rope.quantity', 'number', true],
    ['inventory.items.silk-rope', 'inventory.items', 'rope', 'text', true],
    ['inventory.items.rope.id', 'inventory.items', 'rope.id', 'text', false],
  ])('VA6: %s is found', (path, ...meant) => {
    const found = resolvePath(sheet, path, values);
    expect(found.ok && [found.field.path, found.part, found.kind, found.isWritable]).toEqual(meant);
  });

  test.each([
    ['resources.hp.curent', 'resources.hp.current'],
    ['hp', 'resources.hp.current'],
    ['HP.max', 'resources.hp.max'],
    ['armor', 'combat.armour'],
    ['attributes.constitution', 'attributes.con.score'],
    ['inventory.items.ropes', 'inventory.items.rope'],
    ['inventory.items.rope.quantities', 'inventory.items.rope.quantity'],
    ['inventory.rope', 'inventory.items.rope'],
    ['Rope', 'inventory.items.rope'],
    ['life points', 'resources.hp.current'],
    ['Defence', 'combat.armour'],
    ['combat.defense', 'combat.armour'],
    ['attributes.vitality', 'resources.hp.current'],
    ['attributes.Hit Points', 'resources.hp.current'],
  ])('VA6: %s is refused, with what was probably meant first', (path, nearest) => {
    const found = resolvePath(sheet, path, values);
    expect(found.ok ? [] : found.nearest[0]).toBe(nearest);
    expect(found.ok ? '' : found.say).toContain(nearest);
  });

  test('VA6: any text is answered, and what is found can be read', () => {
    const name = fc.constantFrom(
      '__proto__',
      'constructor',
      'length',
      'level',
      'inventory',
      'items',
      'rope',
      '',
      'hp',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(name).map((names) => names.join('.')),
    );
    fc.assert(
      fc.property(text, (path) => {
        const found = resolvePath(sheet, path, values);
        if (found.ok) expect(sheet.byPath.get(found.field.path)).toBe(found.field);
        else expect(found.say).not.toBe('');
      }),
    );
  });

  test('VA7: what is written at a path is read there, what stands beside it is shared, and what is given stays as it was', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'hasOwnProperty'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue(), { noNullPrototype: true }),
        path,
        fc.jsonValue(),
        (start, names, value) => {
          const before = JSON.stringify(start);
          const written = writeValue(start as never, names.join('.'), value as never);
          expect(readValue(written, names.join('.'))).toEqual(value);
          expect(JSON.stringify(start)).toBe(before);
          expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
          for (const key of ['a', 'b', 'c']) if (key !== names[0]) expect(written[key]).toBe(start[key]);
        },
      ),
    );
  });

  test('VA8: a scope reads fields, parts, aliases, lengths, items and tables, and nothing else', () => {
    const scope = buildScope(sheet, values, tables);
    const names = [
      'level',
      'resources.hp.max',
      'con_mod',
      'stress',
      'stress.length',
      'inventory.items.rope.quantity',
    ];
    expect(names.map((name) => scope.read(name))).toEqual([3, 14, 2, [false, false], 2, 2]);
    expect(
      ['about', 'resources', 'toString', '__proto__', 'inventory.items.rope'].map((name) => scope.read(name)),
    ).toEqual(Array.from({ length: 5 }));
    expect([0, 1, 4, 5, 99].map((key) => scope.findInTable?.('xp', key, 2))).toEqual([undefined, 2, 2, 3, 3]);
    expect(scope.findInTable?.('xp', 5, 3)).toBeUndefined();
    expect(scope.findInTable?.('absent', 5, 1)).toBeUndefined();
  });
});
