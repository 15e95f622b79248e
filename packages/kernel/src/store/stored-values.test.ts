// Tests stored values: valid values are returned unchanged, and anything else is reported as damage.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { openStoredValues } from './stored-values.ts';

const stored = openStoredValues('lamps.db');
const place = ['lamp', 7, 'wicks'] as const;

describe('a stored value', () => {
  it('is what its JSON says, or an error that names file, table, row and column', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => stored.parse(text, place)).toThrow(
            expect.objectContaining({
              code: 'store.damaged',
              happened: 'lamps.db is damaged: the column wicks in row 7 of the table lamp cannot be read.',
            }),
          );
          return;
        }
        expect(stored.parse(text, place)).toEqual(expected);
      }),
    );
  });

  it('of another shape than it must have is damage too', () => {
    expect(stored.parse('[1]', place, 'list')).toEqual([1]);
    expect(stored.parse('{"a":1}', place, 'object')).toEqual({ a: 1 });
    for (const [text, shape] of [
      ['{}', 'list'],
      ['null', 'object'],
      ['[]', 'object'],
      ['3', 'list'],
    ] as const)
      expect(() => stored.parse(text, place, shape)).toThrow(StorageError);
  });

  it('keeps as its cause whatever reading it threw', () => {
    const cause = new RangeError('no such day');
    const read = () => {
      throw cause;
    };
    expect(() => stored.read(place, read)).toThrow(expect.objectContaining({ code: 'store.damaged', cause }));
  });
});
