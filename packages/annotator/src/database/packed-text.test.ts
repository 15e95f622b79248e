// Tests that a packed text unpacks to the same text, and that damage to it is reported.

import { crc32, zstdCompressSync } from 'node:zlib';
import { StorageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedText, packText, parseStored, unpackText } from './packed-text.ts';
import { packingDictionary } from './packing-dictionary.ts';

const sentence = 'The wagons rolled over the white plain, and nobody spoke of what lay behind them. ';
const answer = '{"role":"tool","callId":"call_7f_0","name":"glossary_create","content":"Soma"}';

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

  it('is smaller than the text; a text that would not become smaller stays as it is', () => {
    expect(packText('{}')).toBe('{}');
    expect(packText('Zf8!kQ2#vX9@mW4$tB7%pL1^')).toBe('Zf8!kQ2#vX9@mW4$tB7%pL1^');
    expect(packText(sentence.repeat(20)).length).toBeLessThan(sentence.length * 2);
    expect(packText(answer).length).toBeLessThan(answer.length / 2);
  });

  it('ST1: can be unpacked, whichever version packed it', () => {
    const text = sentence.repeat(20);
    expect(unpackText(zstdCompressSync(text))).toBe(text);
    const dictionaryOne =
      '011516773cc353e3135b991b23d5e59e9e9ef8aa717378950a1a7ec849cc2d2856284fcd2b51c82f2dd1c357cb2ad50200';
    expect(unpackText(Buffer.from(dictionaryOne, 'hex'))).toBe(
      '{"role":"user","content":"<story_passages corpus=\\"main\\" thread=\\"3\\" title=\\"III\\" scene=\\"0\\">\\n<post id=\\"7\\">\\n[1] The lamps went out.\\n</post>\\n</story_passages>"}',
    );
    expect(crc32(packingDictionary)).toBe(1_633_618_022);
  });

  it('ST1: is an error if the bytes have no known packing', () => {
    expect(() => unpackText(Buffer.from([9, 1, 2, 3]))).toThrow(StorageError);
    expect(() => unpackText(Buffer.alloc(0))).toThrow(StorageError);
  });

  it('ST1: is an error or the same text if one of its bytes has changed, and never a different text', () => {
    const long = Array.from({ length: 30 }, (_, line) => `${line} ${sentence}`).join('');
    const place = fc.tuple(
      fc.constantFrom(long, sentence, answer),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
    );
    fc.assert(
      fc.property(place, ([text, at, change]) => {
        const damaged = Buffer.from(packText(text) as Buffer);
        const byte = at % damaged.length;
        damaged.writeUInt8(damaged.readUInt8(byte) ^ change, byte);
        // A few bits of a packed text have no meaning, and damage to them changes nothing.
        expect(tryToUnpack(damaged)).toSatisfy((got) => got === text || got instanceof StorageError);
        expect(() => unpackText((packText(text) as Buffer).subarray(0, -1))).toThrow(StorageError);
      }),
    );
  });

  it('is an error that says what to do if it should be JSON and is not', () => {
    expect(() => parseStored('{"half', ['step', 3, 'payload'])).toThrow(
      /annotator\.db is damaged: the column payload in row 3 of the table step cannot be read\..*backup/u,
    );
  });
});

function tryToUnpack(packed: PackedText): unknown {
  try {
    return unpackText(packed);
  } catch (error) {
    return error;
  }
}
