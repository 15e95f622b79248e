// Tests that the YAML export is read back the same, by parsers of either version of YAML.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderScalar } from './render-yaml.ts';

const traps = [
  'a\tb',
  '\tlead',
  'a\u0085b',
  'a\u2028b\u2029c',
  'a\u0000b\u0007\u001b[31m',
  '---',
  '--- x',
  '...',
  'a\n--- \nb',
  'Yes',
  'off',
  'y',
  '1:30',
  '0o7',
  '1_000',
  '=',
  '<<',
  '~',
  '2020-01-01',
  '\ufeffx',
  '# c',
  'a: b #c',
  '😀 ad astra',
  'Ⅻ',
  '',
  ' ',
  'x'.repeat(3_000),
];

/** Characters that every YAML parser takes as text: no line breaks and no control characters. */
const printable = /^[\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
/** Plain words that YAML cannot take for anything else, or a text in double quotes without an unescaped quote. */
const grammar = /^(?:\p{L}[\p{L}\p{N} ]*|"(?:[^"\\]|\\["\\tnr]|\\u[0-9a-f]{4})*")$/u;

describe('the YAML export', () => {
  it('EX3: any text is read back unchanged by parsers of YAML 1.1 and 1.2', () => {
    const text = fc.oneof(
      fc.constantFrom(...traps),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...traps, 'no', ' ', '"', '\\', "'", '\r\n', ':', '- '), { maxLength: 5 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (said) => {
        const scalar = renderScalar(said);
        expect(scalar).toMatch(printable);
        expect(scalar).toMatch(grammar);
        for (const version of ['1.1', '1.2'] as const) {
          expect(parse(`- quote: ${scalar}\n`, { version })).toEqual([{ quote: said }]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('EX3: words that mean something to a parser are quoted', () => {
    expect(['Soma', 'old gate', 'Soma 2'].map(renderScalar)).toEqual(['Soma', 'old gate', 'Soma 2']);
    expect(['no', 'Null', 'ON', '2 Somas'].map(renderScalar)).toEqual([
      '"no"',
      '"Null"',
      '"ON"',
      '"2 Somas"',
    ]);
  });
});
