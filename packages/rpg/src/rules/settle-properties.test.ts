// Tests properties of settling that are true for any sheet and any values.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildTestSheet, type TestField, type testPrefabs } from '../../test/support/build-test-sheet.ts';
import { listShippedSystems, readShippedSystem } from '../manifest/read-system.ts';
import type { Sheet, Table } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { writeValue } from './read-value.ts';
import { settle } from './settle.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const sheets = isProof ? 5_000 : 400;
const garbled = isProof ? 1_000 : 60;
const tables: ReadonlyMap<string, Table> = new Map([
  ['steps', { name: 'steps', rows: [-5, 0, 10, 100].map((at) => ({ at, values: [at * 2, 1] })) }],
]);

type Kind = keyof typeof testPrefabs;

/** What a formula can read of each kind of field. */
const readings: Readonly<Record<Kind, readonly string[]>> = {
  number: ['$'],
  pool: ['$.current', '$.max'],
  score: ['$.score', '$.mod'],
  boxes: ['count($)', '$.length'],
  items: ['sum($.weight)', 'max($.quantity, 0)', '$.length'],
  text: ['3'],
};

interface RandomSheet {
  readonly lines: readonly TestField[];
  readonly aliases: Readonly<Record<string, string>>;
}

const seeds = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
const kind = fc.constantFrom<Kind>('number', 'number', 'pool', 'score', 'boxes', 'items', 'text');

/** Each field may read only fields that were drawn before it, and their aliases, so that there is no circle. */
const randomSheet: fc.Arbitrary<RandomSheet> = fc
  .array(fc.tuple(kind, seeds), { minLength: 1, maxLength: 14 })
  .chain((drawn) => {
    const known: string[] = ['2', '0.5'];
    const aliases: Record<string, string> = {};
    const lines = drawn.map(([kind, seed], at) => {
      const path = at % 3 === 0 ? `group.f${at}` : `f${at}`;
      const line = drawField({ path, kind, seed, known });
      for (const reading of readings[kind]) known.push(reading.replaceAll('$', path));
      if (at % 4 === 1) {
        aliases[`alias_${at}`] = drawFormula(seed, known);
        known.push(`alias_${at}`);
      }
      return line;
    });
    return fc
      .shuffledSubarray(lines, { minLength: lines.length })
      .map((shuffled) => ({ lines: shuffled, aliases }));
  });

const forms = [
  (one: string, other: string) => `${one} + ${other}`,
  (one: string, other: string) => `${one} * 3 - ${other}`,
  (one: string, other: string) => `${one} // ${other}`,
  (one: string, other: string) => `if(${one} > ${other}, ${one} % ${other}, abs(${other}))`,
  (one: string, other: string) => `lookup(steps, ${one}) + ${other}`,
  (one: string, other: string) => `clamp(${one}, 0, ${other})`,
  (one: string, other: string) => `${one} ^ ${other}`,
];

function drawFormula(seed: readonly number[], known: readonly string[]): string {
  const [form = 0, one = 0, other = 0] = seed;
  const pick = (number: number) => known[number % known.length] ?? '1';
  return forms[form % forms.length]?.(pick(one), pick(other)) ?? '1';
}

function drawField(drawn: {
  path: string;
  kind: Kind;
  seed: readonly number[];
  known: readonly string[];
}): TestField {
  const { path, kind, seed, known } = drawn;
  const draw = (from: number) => drawFormula([...seed.slice(from), ...seed.slice(0, from)], known);
  const has = (bit: number) => ((seed[5] ?? 0) >> bit) % 2 === 1;
  const own = kind === 'score' && has(3) ? ` + ${path}.score` : '';
  return {
    path,
    kind,
    formula: (kind === 'number' && has(0)) || kind === 'score' ? `${draw(0)}${own}` : undefined,
    maxFormula: kind !== 'items' && kind !== 'text' && has(1) ? draw(1) : undefined,
    defaultFormula: (kind === 'number' || kind === 'pool') && has(2) ? draw(2) : undefined,
    ...(kind === 'number' ? { thresholds: [{ when: `value > ${draw(3)}`, say: `${path} is high.` }] } : {}),
  };
}

/** A value for a field: like the values that fields hold, or any JSON. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: -40, max: 200 }),
  fc.record({ current: fc.integer(), max: fc.nat(50) }),
  fc.record({ score: fc.nat(40), mod: fc.integer() }, { requiredKeys: [] }),
  fc.array(fc.boolean(), { maxLength: 9 }),
  fc.array(fc.record({ name: fc.string(), weight: fc.nat(9), quantity: fc.nat(9) }), { maxLength: 4 }),
  fc.jsonValue() as fc.Arbitrary<Json>,
);
const writes = fc.array(fc.tuple(fc.nat(), value), { maxLength: 10 });

function write(sheet: Sheet, start: JsonObject, drawn: readonly (readonly [number, Json])[]) {
  let values = start;
  const changed = new Set<string>();
  for (const [number, value] of drawn) {
    const path = sheet.fields[number % sheet.fields.length]?.path ?? '';
    values = writeValue(values, path, value);
    changed.add(path);
  }
  return { values, changed };
}

function expectRest(sheet: Sheet, values: JsonObject, tablesOfSystem = tables): void {
  const once = settle(sheet, values, { tables: tablesOfSystem }).values;
  const twice = settle(sheet, once, { tables: tablesOfSystem });
  expect(twice.changes).toEqual([]);
  expect(twice.values).toBe(once);
}

describe('settling', () => {
  test('VA1: settling twice is settling once, whatever stood there', () => {
    fc.assert(
      fc.property(randomSheet, writes, fc.jsonValue(), (drawn, garbage, rest) => {
        const sheet = buildTestSheet(drawn.lines, drawn.aliases);
        const { values } = write(sheet, { f1: rest as Json, group: rest as Json }, garbage);
        expectRest(sheet, values);
      }),
      { numRuns: sheets },
    );
  });

  test('VA1: what a sheet comes to does not depend on the order in which its fields are written', () => {
    fc.assert(
      fc.property(randomSheet, writes, (drawn, garbage) => {
        const sheet = buildTestSheet(drawn.lines, drawn.aliases);
        const turned = buildTestSheet([...drawn.lines].reverse(), drawn.aliases);
        const { values } = write(sheet, {}, garbage);
        expect(settle(turned, values, { tables })).toEqual(settle(sheet, values, { tables }));
      }),
      { numRuns: sheets },
    );
  });

  test('VA3: settling what depends on a change comes to the same as settling all', () => {
    let moved = 0;
    fc.assert(
      fc.property(randomSheet, writes, writes, (drawn, garbage, later) => {
        const sheet = buildTestSheet(drawn.lines, drawn.aliases);
        const before = settle(sheet, write(sheet, {}, garbage).values, { tables }).values;
        const { values, changed } = write(sheet, before, later);
        const all = settle(sheet, values, { tables, before });
        const some = settle(sheet, values, { tables, before, changed });
        expect(some.values).toEqual(all.values);
        expect(some.changes).toEqual(all.changes);
        expect(some.crossed).toEqual(all.crossed);
        moved += all.crossed.length + all.changes.length;
      }),
      { numRuns: sheets },
    );
    expect(moved).toBeGreaterThan(sheets);
  });

  test('VA1: sheets of the systems that ship come to rest too, whatever stood there', () => {
    for (const id of listShippedSystems()) {
      const system = readShippedSystem(id);
      for (const sheet of system.sheets.values())
        fc.assert(
          fc.property(writes, (garbage) => {
            expectRest(sheet, write(sheet, {}, garbage).values, system.tables);
          }),
          { numRuns: garbled },
        );
    }
  });
});
