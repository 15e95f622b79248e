// Tests the parsing of replies: what is whole is taken, whatever stands around it or is cut off behind it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseItems } from './parse-items.ts';

describe('parsing a reply', () => {
  it.each([
    ['{"items":[{"a":1},{"b":"}]{"}]}', [{ a: 1 }, { b: '}]{' }]],
    ['Sure!\n```json\n{"items": [{"a": 1}]}\n```\nDone.', [{ a: 1 }]],
    ['[{"a":1}, {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['{"items":[{"a":1},{"b":', [{ a: 1 }]],
    ['{"items":[{a:1},{"b":2}]}', [{ b: 2 }]],
    ['{"items":[]}', []],
  ])('SZ22: takes the whole objects of %j', (reply, objects) => {
    expect(parseItems(reply)).toEqual({ isReadable: true, objects });
  });

  it('SZ22: says when there is no list', () => {
    expect(parseItems('I am sorry, I cannot.')).toEqual({ isReadable: false, objects: [] });
  });

  it('SZ22: never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', 'a', ':', ',') }),
        (text) => {
          parseItems(`{"items":[${text}`);
        },
      ),
    );
  });
});
