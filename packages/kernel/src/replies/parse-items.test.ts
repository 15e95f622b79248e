// Tests which items are read out of replies: the same ones in whatever form a model writes them, and no lookalikes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registerGrowthTests } from '../testing/growth.ts';
import { parseItems, parseValue, type WantedItems } from './parse-items.ts';
import { parseJsonRuns } from './parse-json-runs.ts';

const wanted: WantedItems = { member: 'items', item: z.looseObject({ id: z.number() }) };
const schema = z.looseObject({ id: z.number() });
const anyObject: WantedItems = { member: 'items', item: z.looseObject({}) };

/** Values that an item may contain, among them texts full of brackets and quotes. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[[\]{}",:`<>/a\\\n]{0,12}$/),
);
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const item = fc
  .record({ id: fc.integer(), says: text, more: json, names: fc.dictionary(text, json, { maxKeys: 3 }) })
  .map((value) => ({ ...value, says: value.says.toWellFormed() }));
const items = fc.array(item, { minLength: 1, maxLength: 5 });
const preambles = [
  '',
  'Here is what I found:\n',
  'As said in [12], and in [1, 2] {too}:\n',
  'See [the "long" note], 5" wide, or {this: one}.\n',
  'A sad list :-[ and a { that nothing closes.\n',
  'It is "so.\n',
  '<think>First [{"id": 0}], or {"items": [{"id": 0}]}?</think>\n',
  'Should it be [{"id": 0}]? No.</think>',
  '```json\n[]\n```\nNo, once more:\n',
] as const;
const endings = ['', '\nThat is all [so far].', '\n]}', ' "', '\n{"note": "done"}'] as const;

type Dress = (all: readonly object[]) => string;
const lay = (all: readonly object[]) => JSON.stringify(all);
const dresses: Readonly<Record<string, Dress>> = {
  bare: lay,
  spaced: (all) => JSON.stringify({ items: all }, null, 2),
  named: (all) => JSON.stringify({ items: all, note: [1, 2] }),
  'within an answer': (all) => JSON.stringify({ answer: { items: all } }),
  'in a fence': (all) => `\`\`\`json\n${lay(all)}\n\`\`\``,
  'in a fence that nothing closes': (all) => `\`\`\`\n${lay(all)}`,
  'in two fences': (all) =>
    `\`\`\`json\n${lay(all.slice(0, 1))}\n\`\`\`\nand\n\`\`\`json\n${lay(all.slice(1))}\n\`\`\``,
  'one a line': (all) => all.map((one) => JSON.stringify(one)).join('\n'),
  'without commas': (all) => `[${all.map((one) => JSON.stringify(one)).join('\n')}]`,
  'with commas at the ends': (all) =>
    `[${all.map((one) => `${JSON.stringify(one).slice(0, -1)},},`).join(' ')}]`,
};
const dressed = fc
  .record({
    all: items,
    before: fc.constantFrom(...preambles),
    after: fc.constantFrom(...endings),
    dress: fc.constantFrom(...Object.values(dresses)),
  })
  .map((one) => ({ ...one, reply: one.before + one.dress(one.all) + one.after }));
/** The value as JSON returns it: -0 becomes 0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** Whether all items differ. An item that occurs twice would count only once. */
const differ = (all: readonly object[]) => new Set(all.map((one) => JSON.stringify(one))).size === all.length;

describe('items of a reply', () => {
  it('come back whole, whatever stands around them', () => {
    fc.assert(
      fc.property(dressed, ({ all, reply }) => {
        fc.pre(differ(all));
        const parsed = parseItems(reply, wanted);
        expect(parsed.items).toEqual(asJson(all));
        expect(parsed.isReadable).toBe(true);
      }),
    );
  });

  it('come back as far as they are whole where a reply is cut off, and it is said', () => {
    fc.assert(
      fc.property(items, fc.constantFrom(...preambles), fc.nat(), (all, before, place) => {
        const list = `{"items": ${lay(all)}`;
        const whole = list.slice(0, 11 + (place % (list.length - 11)));
        const parsed = parseItems(before + whole, wanted);
        expect(asJson(all.slice(0, parsed.items.length))).toEqual(parsed.items);
        const ends = all.map((_, at) => `{"items": ${lay(all.slice(0, at + 1))}`.length - 1);
        expect(parsed.items).toHaveLength(ends.filter((end) => end <= whole.length).length);
        expect(parsed).toMatchObject({ isReadable: true, isCut: true });
      }),
    );
  });

  it.each([
    ['{"items":[{"a":1},{"b":"}]{"}]}', [{ a: 1 }, { b: '}]{' }]],
    ['Sure!\n```json\n{"items": [{"a": 1}]}\n```\nDone.', [{ a: 1 }]],
    ['[{"a":1}, {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['{"items":[{"a":1},{"b":', [{ a: 1 }]],
    ['{"items":[{a:1},{"b":2}]}', [{ b: 2 }]],
    ['{"items":[{"a":1}}', [{ a: 1 }]],
    ['{"items":[]}', []],
    ['[]', []],
    ['{items: [{"a":1}]}', [{ a: 1 }]],
  ])('are the whole objects of %j', (reply, objects) => {
    expect(parseItems(reply, anyObject)).toMatchObject({ isReadable: true, items: objects });
  });

  it.each([
    'I am sorry, I cannot.',
    'As [12] and [1, 2] say.',
    '{"about": "nothing", "parts": []}',
    '<think>[{"id": 1}]',
  ])('are none in %j', (reply) => {
    expect(parseItems(reply, wanted)).toMatchObject({ isReadable: false, items: [] });
  });

  it('that are malformed are handed over with the others, and those that are no JSON are shown', () => {
    expect(parseItems('[{"id": 1}, {"name": 2}, {id: 3}]', wanted)).toEqual({
      isReadable: true,
      items: [{ id: 1 }, { name: 2 }],
      isCut: false,
      broken: ['{id: 3}]'],
    });
    expect(parseItems('[{"name": 2}]', wanted).items).toEqual([{ name: 2 }]);
    expect(parseItems('Of {this}: [{"id": 1}]', wanted).broken).toEqual([]);
  });

  it('do not take the place of what every object has', () => {
    const [one] = parseItems('[{"id": 1, "__proto__": {"x": 1}}]', wanted).items;
    expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
    expect(Object.keys(one as object)).toEqual(['id', '__proto__']);
  });
});

describe('an object of a reply', () => {
  it('comes back whole, whatever stands around it, and the last one counts', () => {
    const dresses = fc.constantFrom<(value: object) => string>(
      (value) => JSON.stringify(value),
      (value) => JSON.stringify(value, null, 2),
      (value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
      (value) => `{"id": 0}\nNo: ${JSON.stringify(value)}`,
    );
    const replies = fc
      .tuple(fc.constantFrom(...preambles), dresses, item, fc.constantFrom(...endings))
      .map(([before, dress, value, after]) => ({ value, reply: before + dress(value) + after }));
    fc.assert(
      fc.property(replies, ({ value, reply }) => {
        const parsed = parseValue(reply, { schema });
        expect(parsed).toEqual({ ok: true, value: asJson(value), isCut: false });
      }),
    );
  });

  it('that is cut off is none, unless that will do', () => {
    const reply = 'So: {"id": 1, "tags": ["a", "b';
    expect(parseValue(reply, { schema })).toEqual({ ok: false, issues: [], isCut: true });
    const value = { id: 1, tags: ['a'] };
    expect(parseValue(reply, { schema, takesCut: true })).toEqual({ ok: true, value, isCut: true });
  });

  it('that does not fit is told why, and one with a part that is no JSON is none', () => {
    const parsed = parseValue('{"x": 1} {"id": "no", "more": 2}', { schema });
    expect(parsed).toMatchObject({ ok: false, issues: [{ path: ['id'] }] });
    expect(parseValue('{"id": 1, "list": [1, oops, 2]}', { schema }).ok).toBe(false);
  });
});

describe('a bracket that closes nothing', () => {
  it.each([
    ['{"id": 1]}', { id: 1 }],
    ['So: {"id": 1, "tags": ["a"]], "x": {"y": 2]]}}.', { id: 1, tags: ['a'], x: { y: 2 } }],
    ['```json\n{"id": 1, "tags": ["a"]\n]\n}\n```', { id: 1, tags: ['a'] }],
  ])('is ignored after a complete value: %s', (reply, value) => {
    expect(parseValue(reply, { schema })).toEqual({ ok: true, value, isCut: false });
  });

  it.each([
    '{"id": 1, ]}',
    '{"id": ]1}',
    '{"id" ]: 1}',
    '{]"id": 1}',
    '{"id": 1] "x": 2}',
    '{"id": 1, "tags": "a", "b"]}',
    '{"id": 1, "tags": {"x": 1}, {"x": 2}]}',
    '{"id": 1] and so on}',
  ])('makes what it stands in no object elsewhere: %s', (reply) => {
    expect(parseValue(reply, { schema }).ok).toBe(false);
  });
});

describe('scanning a text', () => {
  const signs = ['{', '}', '[', ']', '"', '\\', ':', ',', '```', '<think>', '</think>', '\n', 'a', '1', ' '];

  it('throws nothing, and every value it finds can be written as JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 80 }), (pieces) => {
        const { values, inner } = parseJsonRuns(pieces.join(''));
        for (const value of [...values, ...inner]) expect(asJson(value)).toEqual(value);
      }),
    );
  });

  it('takes no nesting that nothing could go through', () => {
    const deep = '['.repeat(50_000);
    expect(() => JSON.stringify(parseJsonRuns(`${deep}${']'.repeat(50_000)}`))).not.toThrow();
    expect(() => JSON.stringify(parseJsonRuns(deep))).not.toThrow();
    expect(() => JSON.stringify(parseJsonRuns('{"a":'.repeat(50_000)))).not.toThrow();
  });

  const open = (unit: string) => (text: string) => parseJsonRuns(`[${text.replaceAll(/[a ]/g, unit)}`);
  registerGrowthTests({
    'parseJsonRuns in an open list': (text) => parseJsonRuns(`[{"a":[${text}`),
    'parseJsonRuns of quotes that nothing closes': open('"\\"'),
    'parseJsonRuns of objects in one another': open('[{"a":1},'),
    'parseJsonRuns of brackets that close nothing': (text) =>
      parseJsonRuns(`{"a":1${text.replaceAll(/[a ]/g, ']')}`),
    parseItems: (text) => parseItems(text, wanted),
    parseValue: (text) => parseValue(text, { schema, takesCut: true }),
  });
});
