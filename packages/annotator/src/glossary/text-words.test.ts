// Tests the words of a text: the quick way for plain words must find exactly the words that the pattern finds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './text-words.ts';

const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const letter = `[[\\p{L}\\p{N}]--${unspaced}]`;
const tail = `[${letter}\\p{M}\\p{Join_Control}\\u00ad\\u2060]*`;
const pattern = new RegExp(
  `${letter}${tail}(?:['’ʼ＇]${letter}${tail})*|${unspaced}[\\p{M}\\uFF9E\\uFF9F]*`,
  'gv',
);

const signs = [..."aZ9 '’ʼ＇‘“”—…-.,\n\t_éßж漢か한ไ\u0301\u00ad\u200d\u2060\uFF9E😀"];
const pieces = fc.oneof(fc.constantFrom(...signs), fc.constantFrom("'s", '’s', '\ud800'));
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('splitWords', () => {
  it('finds the words that a pattern of letters, marks and apostrophes finds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = [...text.matchAll(pattern)].map(({ 0: raw, index }) => {
          const bare = raw.replace(/['’ʼ＇][sS]$/, '');
          return [index, index + bare.length];
        });
        expect(splitWords(text).map(({ start, end }) => [start, end])).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });
});
