// Tests the wrap stream: no line is too long, no word is broken, nothing is lost, however the text arrives.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureWidth } from './style.ts';
import { openWrapStream } from './wrap-stream.ts';

function wrap(pieces: readonly string[], width: number): string {
  const stream = openWrapStream(() => width);
  return [...pieces, '\n'].map(stream).join('').slice(0, -1);
}

describe('a text that arrives in pieces', () => {
  it('is broken between words, and its own lines and blanks are kept', () => {
    expect(wrap(['The lam', 'p is lit,\n\n  and the sea', ' is calm'], 10)).toBe(
      'The lamp\nis lit,\n\n  and the\nsea is\ncalm',
    );
  });

  it('shows a word only once it is whole', () => {
    const stream = openWrapStream(() => 10);
    expect(['Good mor', 'ning', '. '].map(stream)).toEqual(['Good', '', '\nmorning.']);
  });

  it('is broken between the signs of a writing without blanks, and a mark stays with its sign', () => {
    expect(wrap(['灯台の光が消え', 'た。風が強い。'], 8)).toBe('灯台の光\nが消え\nた。風が\n強い。');
  });

  it('is the same in whatever pieces, within the width, and complete', () => {
    const unit = fc.constantFrom('a', 'be', 'lamp', ' ', ' ', '\n', '灯', '。', '🙂', 'é', 'x'.repeat(30));
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 60 }),
        fc.array(fc.nat(120), { maxLength: 12 }),
        fc.integer({ min: 4, max: 40 }),
        (units, cuts, width) => {
          const text = units.join('');
          const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
          const pieces = places.slice(1).map((place, at) => text.slice(places[at], place));
          const wrapped = wrap([text], width);
          expect(wrap(pieces, width)).toBe(wrapped);
          for (const line of wrapped.split('\n')) expect(measureWidth(line)).toBeLessThanOrEqual(width);
          expect(wrapped.replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
          for (const word of text.match(/\S+/gu) ?? [])
            if (/^[a-z]+$/u.test(word) && word.length <= width) expect(wrapped.split(/\s+/u)).toContain(word);
        },
      ),
    );
  });
});
