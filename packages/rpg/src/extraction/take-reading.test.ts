// Tests swapping the two versions of a contradiction: only this part of the manifest changes, and it can be swapped back.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../values/json.ts';
import { takeReading, takeSame } from './take-reading.ts';

const version = (says: unknown, where: string) => ({ says, where, quote: 'words of the book' });

function build(values: readonly number[]): JsonObject {
  return JSON.parse(
    JSON.stringify({
      fields: values.map((max) => ({ path: 'a', config: { 'x/y': max } })),
      readings: values.map((max, at) => ({
        at: `/fields/${at}/config/x~1y`,
        about: 'A',
        taken: version(max, 'One'),
        other: version({ is: [max, 'more'] }, 'Two'),
      })),
    }),
  );
}

it('SZ33: the other reading stands at its place alone; taken twice, the manifest is as it was; a new one of the same book follows', () =>
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 5 }), fc.nat(4), (values, at) => {
      const manifest = build(values);
      const index = at % values.length;
      const taken = takeReading(manifest, index);
      if (taken === undefined) throw new Error('It was not taken.');
      const wanted = values.map((max, place) => (place === index ? { is: [max, 'more'] } : max));
      expect(taken['fields']).toEqual(wanted.map((max) => ({ path: 'a', config: { 'x/y': max } })));
      expect(takeReading(taken, index)).toEqual(manifest);
      expect(takeSame(manifest, taken)).toEqual(taken);
      expect(takeSame(taken, taken)).toEqual(taken);
    }),
    { numRuns: 30 },
  ));

it('SZ33: what no longer stands as it was read is not changed', () => {
  const manifest = build([1]);
  const changed = { ...manifest, fields: [{ path: 'a', config: { 'x/y': 9 } }] };
  expect(takeReading(changed, 0)).toBeUndefined();
  expect(takeReading(manifest, 3)).toBeUndefined();
  expect(takeReading({ fields: [] }, 0)).toBeUndefined();
});
