// Tests that a packed text is the same text again, and that damage to it is told.

import { StorageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedText, packText, parseStored, unpackText } from './packed-text.ts';

const sentence = 'The wagons rolled over the white plain, and nobody spoke of what lay behind them. ';

describe('a packed text', () => {
  it('ST1: comes back as it was, whatever it holds', () => {
    const long = fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.nat(40))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(long, (text) => {
        expect(unpackText(packText(text))).toBe(text);
      }),
    );
  });

  it('takes less room where that is worth it', () => {
    expect(packText(sentence)).toBe(sentence);
    expect(packText(sentence.repeat(20)).length).toBeLessThan(sentence.length * 2);
  });

  it('ST1: is an error when a byte of it changed, or the same text, never another', () => {
    const text = Array.from({ length: 30 }, (_, line) => `${line} ${sentence}`).join('');
    const frame = packText(text) as Buffer;
    fc.assert(
      fc.property(fc.nat(frame.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged: PackedText = Buffer.from(frame);
        damaged.writeUInt8(damaged.readUInt8(at) ^ change, at);
        // A few bits of a frame say nothing.
        expect(tryToUnpack(damaged)).toSatisfy((got) => got === text || got instanceof StorageError);
      }),
    );
    const cut: PackedText = frame.subarray(0, -1);
    expect(() => unpackText(cut)).toThrow(StorageError);
  });

  it('that is no JSON where JSON was stored is an error with what to do', () => {
    expect(() => parseStored('{"half', 'Step 3')).toThrow(/Step 3 .* damaged.*backup/u);
  });
});

function tryToUnpack(packed: PackedText): unknown {
  try {
    return unpackText(packed);
  } catch (error) {
    return error;
  }
}
