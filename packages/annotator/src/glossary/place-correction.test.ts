// Tests from which place in the story a text may be shown in an entry, depending on the names in the text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPlaceOfNaming } from './place-correction.ts';

const anyNames = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('Arla', 'Boren', 'Cassim', 'Dorvel', 'Elwin'),
    from: fc.integer({ min: 1, max: 9 }),
  }),
  { selector: ({ name }) => name },
);

describe('the place of words', () => {
  it('AO8: is the first place where the entry has one of the names in them, and the beginning if no name is in them', () => {
    fc.assert(
      fc.property(anyNames, fc.func(fc.boolean()), (names, isBorne) => {
        const borne = names.filter(({ name }) => isBorne(name));
        const quote = `So ${borne.map(({ name }) => `${name} waited`).join(' and ')} by the gate.`;
        const place = findPlaceOfNaming(quote, names);
        expect(place).toBe(borne.length === 0 ? 0 : Math.min(...borne.map(({ from }) => from)));
      }),
    );
  });
});
