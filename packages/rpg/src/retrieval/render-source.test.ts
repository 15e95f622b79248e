// Tests how sources are rendered, and that a turn's number is read back from the source of that turn alone.

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

describe('a quote', () => {
  it('is cut at a word, and says that it is cut', () => {
    const quote = `${'the keyhole '.repeat(9)}and somebody else`;
    expect(renderSource({ glossary: 'Watch', quote }, 1)).toBe(`Watch: “${'the keyhole '.repeat(9)}and…”`);
    expect(renderSource({ glossary: 'Watch', quote: 'At dusk.' }, 1)).toBe('Watch: “At dusk.”');
    expect(renderSource({ glossary: 'Watch', quote: '"At dusk," he said.' }, 1)).toBe(
      "Watch: “'At dusk,' he said.”",
    );
    const unspaced = '他们在黄昏时来到了门前'.repeat(20);
    expect(renderSource({ glossary: 'Watch', quote: unspaced }, 1)).toBe(
      `Watch: “${unspaced.slice(0, 120)}…”`,
    );
    expect(renderSource({ glossary: 'Watch', quote: `He said: ${unspaced}` }, 1)).toHaveLength(130);
  });
});
