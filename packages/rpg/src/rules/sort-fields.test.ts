// Tests sorting fields: dependencies come first, and cycles and unknown names are reported.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildField,
  buildTestSheet,
  needFormula,
  type TestField,
} from '../../test/support/build-test-sheet.ts';
import { sortFields } from './sort-fields.ts';

function order(lines: readonly TestField[], aliases: Readonly<Record<string, string>> = {}) {
  const named = new Map(Object.entries(aliases).map(([name, source]) => [name, needFormula(source)]));
  return sortFields(lines.map(buildField), named);
}

describe('what a sheet is derived by', () => {
  test('FM6: whatever a formula, a maximum or a first value reads stands before it, through aliases too', () => {
    const { inOrder, readers } = order(
      [
        { path: 'a', formula: 'half_b + 1' },
        { path: 'b', maxFormula: 'c.score' },
        { path: 'c', kind: 'score', defaultFormula: 'd' },
        { path: 'd' },
      ],
      { half_b: 'whole_b / 2', whole_b: 'b' },
    );
    expect(inOrder).toEqual(['d', 'c', 'b', 'a']);
    expect([...readers]).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
      ['d', ['c']],
    ]);
  });

  test('FM6: a modifier may be made of the score beside it, directly or by an alias, and of other fields with it', () => {
    const lines: TestField[] = [
      { path: 'con', kind: 'score', formula: 'con_half + level' },
      { path: 'level' },
    ];
    const { cycles, inOrder, readers } = order(lines, { con_half: 'con.score // 2 - bonus', bonus: 'level' });
    expect(cycles).toEqual([]);
    expect(inOrder).toEqual(['level', 'con']);
    expect(readers.get('level')).toEqual(['con']);
  });

  test.each<[string, TestField[], Record<string, string>, string[][]]>([
    ['a field of itself', [{ path: 'a', formula: 'a + 1' }], {}, [['a', 'a']]],
    [
      'a maximum of its own field',
      [{ path: 'hp', kind: 'pool', maxFormula: 'hp.current' }],
      {},
      [['hp', 'hp']],
    ],
    ['a modifier of itself', [{ path: 'con', kind: 'score', formula: 'con.mod' }], {}, [['con', 'con']]],
    [
      'a list of its own length',
      [{ path: 'boxes', kind: 'boxes', maxFormula: 'boxes.length' }],
      {},
      [['boxes', 'boxes']],
    ],
    [
      'three fields',
      [
        { path: 'c', formula: 'a' },
        { path: 'b', formula: 'c' },
        { path: 'a', formula: 'b' },
      ],
      {},
      [['a', 'b', 'c', 'a']],
    ],
    [
      'a field and an alias',
      [{ path: 'armour', formula: 'best + 1' }],
      { best: 'armour' },
      [['armour', 'best', 'armour']],
    ],
    ['two aliases', [{ path: 'free' }], { one: 'other', other: 'one' }, [['one', 'other', 'one']]],
  ])('FM7: a circle is told by its path: %s', (_name, lines, ...[aliases, cycles]) => {
    expect(order(lines, aliases).cycles).toEqual(cycles);
  });

  test('FM7: in any graph of formulas a circle is found exactly where there is one', () => {
    const graph = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(graph, (edges) => {
        const count = edges.length;
        const reads = edges.map((to) => to.filter((each) => each < count));
        const lines = reads.map((to, at) => ({
          path: `f${at}`,
          formula: to.length === 0 ? undefined : to.map((each) => `f${each}`).join(' + '),
        }));
        const { cycles, inOrder } = order(lines);
        expect(cycles.length > 0).toBe(hasCircle(reads));
        for (const cycle of cycles)
          for (const [at, name] of cycle.slice(0, -1).entries())
            expect(reads[Number(name.slice(1))]).toContain(Number(cycle[at + 1]?.slice(1)));
        expect([...inOrder].sort()).toEqual(lines.map((line) => line.path).sort());
      }),
    );
  });

  test('FM8: a name that nothing bears is told, with the nearest paths', () => {
    const { unknown } = order(
      [
        { path: 'combat.armour', formula: '10 + dex_mod + resources.hp.curent' },
        { path: 'resources.hp', kind: 'pool' },
      ],
      { dex_modifier: 'attributes.dex' },
    );
    expect(unknown).toEqual([
      { at: 'dex_modifier', formula: 'alias', name: 'attributes.dex', nearest: expect.any(Array) },
      {
        at: 'combat.armour',
        formula: 'formula',
        name: 'dex_mod',
        nearest: expect.arrayContaining(['dex_modifier']),
      },
      {
        at: 'combat.armour',
        formula: 'formula',
        name: 'resources.hp.curent',
        nearest: ['resources.hp.current', expect.any(String), expect.any(String)],
      },
    ]);
    expect(unknown[1]?.nearest[0]).toBe('dex_modifier');
  });

  test('FM6: the order does not depend on the order in which fields are written', () => {
    const lines: TestField[] = [
      { path: 'a', formula: 'b + c' },
      { path: 'b', formula: 'd' },
      { path: 'c', maxFormula: 'd' },
      { path: 'd' },
      { path: 'e', defaultFormula: 'a' },
    ];
    const expected = order(lines);
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        const { inOrder, readers } = order(shuffled);
        expect(inOrder).toEqual(expected.inOrder);
        expect(new Map(readers)).toEqual(expected.readers);
        expect(buildTestSheet(shuffled).inOrder.map((field) => field.path)).toEqual(expected.inOrder);
      }),
    );
  });
});

/** Repeatedly removes all fields that read no remaining field; if any remain, there is a circle. */
function hasCircle(reads: readonly (readonly number[])[]): boolean {
  let left = new Set(reads.keys());
  for (;;) {
    const next = new Set([...left].filter((at) => reads[at]?.some((to) => left.has(to)) === true));
    if (next.size === left.size) return left.size > 0;
    left = next;
  }
}
