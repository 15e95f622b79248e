// Generates random configurations of prefabs, and JSON that is a valid, nearly valid or invalid value of a field.

import fc from 'fast-check';
import { prefabs } from '../../src/prefabs/prefabs.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';

const whole = fc.integer({ min: -50, max: 50 });
const word = fc.constantFrom(
  'calm',
  'wary',
  'Prone',
  'Knocked out',
  'rope',
  'a b',
  '  x ',
  'Ünïcode',
  'exhaustion',
);
const words = fc.uniqueArray(word, {
  minLength: 1,
  maxLength: 5,
  selector: (one) => one.trim().toLowerCase(),
});
const dice = fc
  .subarray(['d4', 'd6', 'd8', 'd10', 'd12', 'd12+1', 'd20'], { minLength: 1 })
  .map((steps) => [...steps]);

const kind = fc.constantFrom('text', 'number', 'boolean', 'ref');
const member = fc.oneof(
  kind,
  fc.record(
    {
      type: kind,
      options: words,
      min: fc.integer({ min: -9, max: 0 }),
      max: fc.integer({ min: 0, max: 9 }),
      of: fc.constantFrom('location', 'npc'),
      default: fc.oneof(word, whole, fc.boolean()),
    },
    { requiredKeys: ['type'] },
  ),
);
const shape = fc.dictionary(
  fc.constantFrom('weight', 'note', 'is_locked', 'to', 'constructor', 'name'),
  member,
  {
    maxKeys: 4,
  },
);

function some(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc.record(members, { requiredKeys: [] });
}

const raw: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  VAL_INT: some({ min: whole, max: whole, step: fc.constantFrom(1, 2, 0.25, 0.01, 7), default: whole }),
  VAL_COMPOUND: some({ min: whole, max: whole, default: whole }),
  VAL_LADDER: fc
    .uniqueArray(fc.tuple(fc.integer({ min: -20, max: 20 }), word), {
      minLength: 2,
      maxLength: 6,
      comparator: (one, other) =>
        one[0] === other[0] || one[1].trim().toLowerCase() === other[1].trim().toLowerCase(),
    })
    .chain((rungs) => fc.record({ rungs: fc.constant(rungs), shows_value: fc.boolean() }))
    .map(({ rungs, shows_value }) => ({
      shows_value,
      rungs: rungs
        .toSorted((one, other) => one[0] - other[0])
        .map(([value, label]) => ({ value: value / 4, label })),
    })),
  VAL_STEP_DIE: dice.chain((steps) =>
    some({ steps: fc.constant(steps), default: fc.constantFrom(...steps) }),
  ),
  VAL_BOOL: some({ default: fc.boolean() }),
  VAL_TEXT: fc.oneof(
    words.map((options) => ({ options })),
    some({ max_length: fc.integer({ min: 1, max: 30 }) }),
  ),
  RES_POOL: some({
    min: fc.integer({ min: -10, max: 0 }),
    max: fc.integer({ min: 0, max: 40 }),
    default: fc.constantFrom('full', 'empty', 0),
    temp: fc.boolean(),
    rises: fc.boolean(),
  }),
  RES_TRACK: some({ boxes: fc.integer({ min: 1, max: 12 }), default: fc.constantFrom(0, 1) }),
  RES_COUNTER: some({ min: whole, max: whole, default: whole, step: fc.constantFrom(1, 0.5, 0.01) }),
  RES_CLOCK: some({ segments: fc.integer({ min: 2, max: 12 }), default: fc.constantFrom(0, 1, 2) }),
  CONT_LIST: some({
    item_shape: shape,
    counted: fc.boolean(),
    most: fc.integer({ min: 1, max: 5 }),
    default: fc.constant([{ name: 'rope', qty: 2 }]),
  }),
  CONT_WEIGHTED: some({
    capacity: fc.integer({ min: 0, max: 30 }),
    item_shape: shape,
    default_weight: fc.constantFrom(0, 0.1, 1, 3),
    most: fc.integer({ min: 1, max: 5 }),
  }),
  CONT_TAGS: fc.oneof(
    words.map((options) => ({ options })),
    some({ most: fc.integer({ min: 1, max: 4 }) }),
  ),
  CONT_CONDITIONS: fc.oneof(
    words.map((options) => ({ options })),
    some({ levels: fc.constant({ exhaustion: 6 }), most: fc.integer({ min: 1, max: 4 }) }),
  ),
  REF: some({ types: fc.subarray(['npc', 'location', 'item'], { minLength: 1 }) }),
};

/** Random configurations that the prefab's own schema accepts, in the form in which the schema returns them. */
export function anyConfig(id: string): fc.Arbitrary<unknown> {
  const arbitrary = raw[id];
  const prefab = prefabs.get(id);
  if (arbitrary === undefined || prefab === undefined) throw new Error(`no configurations for ${id}`);
  return arbitrary
    .filter((one) => prefab.config.safeParse(one).success)
    .map((one) => prefab.config.parse(one));
}

const memberName = fc.constantFrom(
  'current',
  'max',
  'temp',
  'score',
  'modifier',
  'filled',
  'segments',
  'items',
  'capacity',
  'id',
  'name',
  'qty',
  'quantity',
  'weight',
  'level',
  'rounds',
  'minutes',
  'note',
  'to',
  '__proto__',
  'constructor',
);
const scalar: fc.Arbitrary<Json> = fc.oneof(
  word,
  fc.integer({ min: -60, max: 60 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    '7',
    '-3',
    '2.5',
    'd8',
    'D12',
    'npc:mira',
    'location:mill',
    'true',
    '',
    '\u001b[2J\n',
    '\ud800',
  ),
  fc.boolean(),
  fc.constant(null),
);

const nested = fc.letrec<{ readonly any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('any'), { maxLength: 5 }),
    fc
      .array(fc.tuple(memberName, tie('any')), { maxLength: 5 })
      .map((entries): JsonObject => Object.fromEntries(entries)),
  ),
}));

/** JSON of any kind, much of which resembles the value of a field. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  nested.any,
  nested.any,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** Values that formulas can derive. */
export const anyDerived = fc.record(
  {
    value: fc.oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true })),
    max: fc.oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
  { requiredKeys: [] },
);
