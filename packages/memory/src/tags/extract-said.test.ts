// Tests which words of a text from another program count as said; tags in it have no effect.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractSaid } from './extract-said.ts';
import { listMarkers } from './parse-message.ts';

const anyPiece = fc.constantFrom(
  '<say>',
  '</say>',
  '<plan>',
  '</plan>',
  '<pin>',
  '</pin>',
  'Hello. ',
  'rob ',
  '<',
  '>',
);

describe('the first words of a card', () => {
  it.each([
    ['Who comes? <plan>rob them</plan>', 'Who comes?'],
    ['<say>Who <plan>rob <pin>them</pin></plan>comes?</say>', 'Who comes?'],
    ['<secret>xyzzy</secret>', ''],
    ['Who comes? <plan>', 'Who comes?'],
    ['<pl<pin>an>rob</plan>', '‹plan›rob'],
    ['One.\n\nTwo.', 'One.\n\nTwo.'],
  ])('IO19: %j is taken as %j', (text, said) => {
    expect(extractSaid(text)).toBe(said);
  });

  it('IO19: never hold a tag', () => {
    fc.assert(
      fc.property(fc.array(anyPiece, { maxLength: 30 }), (pieces) => {
        expect(listMarkers(extractSaid(pieces.join('')))).toEqual([]);
      }),
    );
  });
});
