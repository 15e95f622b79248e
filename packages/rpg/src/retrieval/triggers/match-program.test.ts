// Tests patterns from imported files: each matches what the usual engine matches, or is refused, in bounded time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMatching } from './match-program.ts';
import { isPattern, parsePattern } from './parse-pattern.ts';

function match(pattern: string, text: string): boolean | undefined {
  const parsed = parsePattern(pattern);
  return parsed.ok ? isMatching(parsed.program, text) : undefined;
}

const atom = fc.constantFrom(
  'a',
  'b',
  'B',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\d',
  '[a-c\\s]',
  '[A-Z]',
  'é',
  'σ',
);
const piece = fc
  .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
  .map(([one, times]) => (/^(?:\\b|\\B|\^|\$)$/u.test(one) ? one : `${one}${times}`));
const body: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => `(?:${one}|${other})`),
    tie('tree').map((inner) => `(${inner})*`),
  ),
})).tree;

describe('patterns of strangers', () => {
  it('XC8: match as the language itself does', () => {
    const flags = fc.constantFrom('', 'i', 'm', 's', 'im');
    const text = fc.string({ unit: fc.constantFrom(...'abBc 1\n\r\u2028éßςſK'), maxLength: 8 });
    fc.assert(
      fc.property(body, flags, text, (source, sign, given) => {
        expect(match(`/${source}/${sign}`, given)).toBe(new RegExp(source, `${sign}u`).test(given));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['/[A-Z]/i', 'ß', false],
    ['/σ/i', 'ς', true],
    ['/\\bs/i', 'ſ', true],
    ['/^b$/m', 'a\rb\rc', true],
  ])(
    'XC8: letters that differ in case alone and ends of lines are told as by the language itself: %s',
    (pattern, text, is) => {
      expect(match(pattern, text)).toBe(is);
    },
  );

  it('XC8: whatever is written, it is read or refused with a reason', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab()[]{}|*+?\\^$.-,1kpxu<=!:/'), maxLength: 20 }),
        (source) => {
          const parsed = parsePattern(`/${source}/`);
          if (parsed.ok) expect(isMatching(parsed.program, 'ab (1)')).toBeTypeOf('boolean');
          else expect(parsed.say).not.toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['/(?=a)b/', 'it has a lookahead or lookbehind'],
    ['/(?<!a)b/', 'it has a lookahead or lookbehind'],
    ['/(a)\\1/', 'it refers back to a group'],
    ['/\\p{L}/u', 'it uses \\p, which is not supported'],
    ['/(a/', 'a bracket is not closed'],
    ['/a{1,5000}/', 'something is repeated more than 100 times'],
    ['/(((a{90}){90}){90})/', 'it is too large when its repetitions are written out'],
    [`/${'('.repeat(30)}a${')'.repeat(30)}/`, 'its brackets are nested too deep'],
  ])('XC8: %s is refused, as %s', (pattern, say) => {
    expect(parsePattern(pattern)).toEqual({ ok: false, say });
  });

  it('XC8: what would take another engine for ever takes as many steps as the text is long', () => {
    const text = `${'a'.repeat(4_000)}!`;
    for (const source of ['/(a+)+$/', '/^(a|a)*$/', '/(a*)*b/', '/(?:a?){50}a{50}c/'])
      expect(match(source, text)).toBe(false);
  });

  it('XC8: only a key between slashes is a pattern', () => {
    expect(['/a/', '/a/i', 'a/b', '/a', '//', 'and/or/not'].map(isPattern)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
