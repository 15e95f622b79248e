// Tests that a turn's number is read back from the source rendered for that turn, and from no other source.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTurnSource, renderSource, renderTurnSource } from './render-source.ts';

describe('the turn that a source names', () => {
  it('is read from what was rendered', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), (number) => {
        expect(parseTurnSource(renderTurnSource(number))).toBe(number);
        expect(parseTurnSource(renderSource('', number))).toBe(number);
      }),
    );
  });

  it('is unknown for a glossary, a file or a text', () => {
    for (const source of [{ glossary: 'Sallow', quote: 'turn 3' }, { file: 'rules.md' }, 'turn of the tide'])
      expect(parseTurnSource(renderSource(source, 3))).toBeUndefined();
  });
});
