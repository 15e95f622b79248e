// Builds sheets for tests of the rules, from a few lines each, with a few small kinds of field.

import { z } from 'zod';
import { buildBoundPrefab } from '../../src/prefabs/build-bound-prefab.ts';
import type { Derived, FieldPart, Prefab, SettledValue } from '../../src/prefabs/prefab.ts';
import { parseFormula } from '../../src/rules/parse-formula.ts';
import { sortFields } from '../../src/rules/sort-fields.ts';
import type { Formula } from '../../src/system/formula.ts';
import type { FieldDefinition } from '../../src/system/manifest.ts';
import type { Field, Sheet } from '../../src/system/system.ts';
import { isObject, type Json, type JsonObject } from '../../src/values/json.ts';

export interface TestField {
  readonly path: string;
  readonly label?: string;
  readonly kind?: keyof typeof testPrefabs;
  readonly formula?: string | undefined;
  readonly maxFormula?: string | undefined;
  readonly defaultFormula?: string | undefined;
  readonly thresholds?: FieldDefinition['thresholds'];
}

const most = 1_000_000;

function toNumber(value: Json | undefined, least: number, greatest: number): number {
  const number = typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : 0;
  return Math.min(Math.max(number, least), Math.floor(greatest)) + 0;
}

function part(name: string, kind: FieldPart['kind'], isWritable = true): FieldPart {
  return { name, kind, isWritable };
}

function get(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function build(
  given: Pick<Prefab<unknown>, 'id' | 'derives' | 'settle' | 'read' | 'listItems'> & {
    parts: readonly FieldPart[];
  },
): Prefab<unknown> {
  return {
    ...given,
    about: 'For tests.',
    config: z.unknown(),
    listParts: () => given.parts,
    buildBlank: (config) => given.settle(undefined, config, {}).value,
    render: (value) => JSON.stringify(value),
    describe: (path) => path,
    set: (value, { input }) => ({
      ok: true,
      value: isObject(value) ? { ...value, [given.parts[0]?.name ?? '']: input } : input,
    }),
  };
}

function settleNumber(value: Json | undefined, _config: unknown, derived: Derived): SettledValue {
  const greatest = Math.max(0, Math.trunc(derived.max ?? most));
  const settled = toNumber(derived.value ?? value, -most, greatest);
  return { value: settled, because: settled === value ? undefined : `between -${most} and ${greatest}` };
}

function settlePool(value: Json | undefined, _config: unknown, derived: Derived): SettledValue {
  const max = toNumber(derived.max ?? get(value, 'max'), 0, most);
  const current = toNumber(typeof value === 'number' ? value : get(value, 'current'), 0, max);
  return { value: { current, max }, because: 'a pool' };
}

function settleScore(value: Json | undefined, _config: unknown, derived: Derived): SettledValue {
  const score = toNumber(typeof value === 'number' ? value : get(value, 'score'), 0, derived.max ?? 30);
  return {
    value: { score, mod: toNumber(derived.value ?? get(value, 'mod'), -most, most) },
    because: 'a score',
  };
}

function settleBoxes(value: Json | undefined, _config: unknown, derived: Derived): SettledValue {
  const length = toNumber(derived.max ?? (Array.isArray(value) ? value.length : 3), 0, 12);
  const boxes = Array.from({ length }, (_, at) => Array.isArray(value) && value[at] === true);
  return { value: boxes };
}

function settleItems(value: Json | undefined): SettledValue {
  const items = Array.isArray(value) ? value.filter(isObject) : [];
  const settled = items.map((item, at) => ({
    id: typeof item['id'] === 'string' ? item['id'] : `item-${at}`,
    name: typeof item['name'] === 'string' ? item['name'] : 'Something',
    weight: toNumber(item['weight'], 0, most),
    quantity: toNumber(item['quantity'], 1, most),
  }));
  return { value: settled };
}

function readItems(value: Json, name: string) {
  const items = Array.isArray(value) ? value : [];
  const [id, key] = name.split('.');
  if (key !== undefined)
    return toNumber(
      get(
        items.find((item) => get(item, 'id') === id),
        key,
      ),
      0,
      most,
    );
  return name === '' ? items.map(() => true) : items.map((item) => toNumber(get(item, name), 0, most));
}

const readKey = (value: Json, name: string) => toNumber(get(value, name), -most, most);

export const testPrefabs = {
  number: build({
    id: 'TEST_NUMBER',
    derives: { value: '', max: { member: 'max' } },
    parts: [part('', 'number')],
    settle: settleNumber,
    read: (value) => toNumber(value, -most, most),
  }),
  pool: build({
    id: 'TEST_POOL',
    derives: { max: { member: 'max', part: 'max' } },
    parts: [part('current', 'number'), part('max', 'number', false)],
    settle: settlePool,
    read: readKey,
  }),
  score: build({
    id: 'TEST_SCORE',
    derives: { value: 'mod', max: { member: 'max' } },
    parts: [part('score', 'number'), part('mod', 'number', false)],
    settle: settleScore,
    read: readKey,
  }),
  boxes: build({
    id: 'TEST_BOXES',
    derives: { max: { member: 'max' } },
    parts: [part('', 'list')],
    settle: settleBoxes,
    read: (value) => (Array.isArray(value) ? value.map((box) => box === true) : []),
  }),
  items: build({
    id: 'TEST_ITEMS',
    derives: {},
    parts: [part('', 'list'), part('weight', 'list'), part('quantity', 'list')],
    settle: settleItems,
    read: readItems,
    listItems: (value) => (Array.isArray(value) ? value.filter(isObject) : []),
  }),
  text: build({
    id: 'TEST_TEXT',
    derives: {},
    parts: [part('', 'text')],
    settle: (value) => ({ value: typeof value === 'string' ? value : '' }),
    read: () => undefined,
  }),
};

/**
 * Parses a formula, and throws if the text is not a formula, since a test must not pass because of a mistake in its
 * formula.
 */
export function needFormula(source: string): Formula {
  const parsed = parseFormula(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.say}`);
  return parsed.formula;
}

export function buildTestSheet(
  lines: readonly TestField[],
  aliases: Readonly<Record<string, string>> = {},
): Sheet {
  const named = new Map(Object.entries(aliases).map(([name, source]) => [name, needFormula(source)]));
  const bare = lines.map(buildField);
  const ordered = sortFields(bare, named);
  const places = new Map(ordered.inOrder.map((path, at) => [path, at]));
  const fields = bare.map((field) => ({
    ...field,
    order: places.get(field.path) ?? -1,
    readers: ordered.readers.get(field.path) ?? [],
  }));
  const inOrder = [...fields].sort((one, other) => one.order - other.order);
  return {
    type: 'character',
    fields,
    byPath: new Map(fields.map((field) => [field.path, field])),
    inOrder,
    aliases: named,
  };
}

export function buildField(line: TestField): Field {
  const prefab = testPrefabs[line.kind ?? 'number'];
  const parse = (source: string | undefined) => (source === undefined ? undefined : needFormula(source));
  return {
    path: line.path,
    definition: {
      path: line.path,
      label: line.label ?? line.path,
      prefab: prefab.id,
      category: 'meta',
      ...(line.thresholds === undefined ? {} : { thresholds: line.thresholds }),
    },
    kind: buildBoundPrefab<unknown>(prefab, {}),
    parts: prefab.listParts({}),
    formula: parse(line.formula),
    maxFormula: parse(line.maxFormula),
    defaultFormula: parse(line.defaultFormula),
    order: -1,
    readers: [],
  };
}

/** A small character, which most tests of settling use. */
export function buildHeroSheet(): Sheet {
  return buildTestSheet(
    [
      {
        path: 'resources.hp',
        label: 'Life points',
        kind: 'pool',
        maxFormula: '8 + level * con_mod',
        defaultFormula: 'resources.hp.max',
        thresholds: [
          { when: 'current <= 0', say: 'You fall.', at: 'dying' },
          { when: 'current * 2 <= max', say: 'You bleed.' },
        ],
      },
      { path: 'combat.armour', label: 'Defence', formula: '10 + min(attributes.dex.mod, 2)' },
      { path: 'attributes.con', kind: 'score', formula: '(attributes.con.score - 10) // 2' },
      { path: 'attributes.dex', kind: 'score', formula: '(attributes.dex.score - 10) // 2' },
      { path: 'level', maxFormula: '20' },
      { path: 'stress', kind: 'boxes', maxFormula: 'max(1, con_mod)' },
      { path: 'inventory.items', kind: 'items' },
      { path: 'inventory.load', formula: 'sum(inventory.items.weight * inventory.items.quantity)' },
      { path: 'about', kind: 'text' },
    ],
    { con_mod: 'attributes.con.mod' },
  );
}

export const heroValues: JsonObject = {
  level: 3,
  attributes: { con: { score: 14 }, dex: { score: 18 } },
  inventory: { items: [{ id: 'rope', name: 'Silk Rope', weight: 5, quantity: 2 }] },
};
