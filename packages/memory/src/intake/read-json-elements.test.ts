// Proves that every value of a JSON list is read, whatever it is, and that a damaged list is refused.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJsonElements } from './read-json-elements.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-elements-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string): readonly unknown[] {
  const path = join(folder, 'list.json');
  writeFileSync(path, text);
  return [...readJsonElements(path)].map(({ number, value }) => [number, value]);
}

const withNumbers = (values: readonly unknown[]) => values.map((value, at) => [at + 1, value]);

describe('a list in JSON', () => {
  it('IO8: is read value by value, however it is laid out', () => {
    const values = fc.array(fc.jsonValue(), { maxLength: 12 });
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, '\t'), (all, space) => {
        const text = JSON.stringify(all, undefined, space);
        expect(read(text)).toEqual(withNumbers(JSON.parse(text)));
      }),
    );
  });

  it('IO8: is read across the borders of blocks', () => {
    const all = Array.from({ length: 40 }, (_, at) => ({ at, text: `"[${at}]", `.repeat(3_000) }));
    expect(read(JSON.stringify(all))).toEqual(withNumbers(all));
  });

  it('IO8: may be a single object, be empty or end with a comma', () => {
    expect(read('\n{ "a": [1, {}] }\n')).toEqual([[1, { a: [1, {}] }]]);
    expect(read('[ ]')).toEqual([]);
    expect(read('[{"a": 1},\n]')).toEqual([[1, { a: 1 }]]);
  });

  it.each(['[{"a": 1} {"a": 2}]', '[{"a": 1}, lost, {"a": 2}]', '[{"a": 1]}', '[{"a": 1}', '{"a": ]'])(
    'IO8: is refused where it is damaged, so that nothing in it is passed over: %s',
    (text) => {
      expect(() => read(text)).toThrow(/is not the JSON that an export writes/u);
    },
  );
});
