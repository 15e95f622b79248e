// Tests the least estimate: whole texts of every kind are counted as more, and half of one as less.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { countTokens as countByCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countByO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateLeastTokens } from './estimate-least-tokens.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Below this share of the least estimate a count is taken for one of a part (`judge-prompt-count.ts`). */
const share = 0.8;

/** A text long enough to tell by. */
const lengthen = (text: string) => text.repeat(Math.ceil(3_000 / text.length));

describe('the least estimate', () => {
  it('is never negative, 0 for nothing, and hardly ever above the likely one', () => {
    expect(estimateLeastTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const least = estimateLeastTokens(text);
        expect(least).toBeGreaterThanOrEqual(0);
        expect(least).toBeLessThanOrEqual(estimateTokens(text));
      }),
    );
  });

  it.each([
    ['English prose', 'The old warden of Hollowmere walked along the wall and counted the lamps. '],
    ['Chinese of many common words', '我们的国家是中华人民共和国，人民代表大会制度是中国的根本政治制度。'],
    ['Japanese', '彼女は塩の道を歩きながら、霧の中で鐘が三度鳴るのを聞いた。'],
    ['Russian of offices', 'Правительство Российской Федерации и государственная организация '],
    ['Vietnamese', 'Nàng bước đi trên con đường muối, gió thổi từ biển xám. '],
    ['German', 'Die Donaudampfschifffahrtsgesellschaft und ihre Verantwortlichkeiten. '],
    ['digits', '1234567890'],
    ['emoji', '😀'],
    ['single letters', 'x x x '],
    ['a drawn line', '─'],
    ['wide blanks', '\u3000'],
    ['a table', '| 12 | ab |\n'],
    ['code', 'export function find(key: string): Value | undefined { return map.get(key); }\n'],
    ['markup', '</div></div>\n<p class="a">He went.</p>\n'],
    ['hexadecimal', 'deadbeef0123456789abcdef'],
  ])('takes no whole text for a part: %s', (_kind, text) => {
    const whole = lengthen(text);
    for (const count of [countByO200k, countByCl100k]) {
      expect(count(whole)).toBeGreaterThan(estimateLeastTokens(whole) * share);
    }
  });
});

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const stories = ['barsoom/posts.jsonl', 'crd3/posts.dev.jsonl', 'novels/anna.posts.jsonl'];

describe.skipIf(!existsSync(data))(
  'the least estimate on the shared evaluation data (skipped where it is absent)',
  () => {
    it.each(stories)('tells half of each stretch of %s from the whole', (name) => {
      const text = readFileSync(`${data}${name}`, 'utf8');
      for (let at = 0; at < 10; at += 1) {
        const stretch = text.slice(at * 20_000, at * 20_000 + 8_000);
        const least = estimateLeastTokens(stretch);
        const whole = countByO200k(stretch);
        expect(whole).toBeGreaterThan(least);
        expect(whole / 2).toBeLessThan(least * share);
      }
    });
  },
);
