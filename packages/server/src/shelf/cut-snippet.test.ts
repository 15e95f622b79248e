// Tests cutting a snippet from a text in which words were found.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutBeginning, cutSnippet } from './cut-snippet.ts';

function cut(text: string, ...words: readonly string[]) {
  const found = words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }));
  const { about, matches } = cutSnippet(text, found);
  return { about, marked: matches.map(({ start, end }) => about.slice(start, end)) };
}

describe('RS10: a snippet', () => {
  test('is a short text as it stands, on one line and without the asterisks of emphasis', () => {
    expect(cut('  *Never*,\n\nshe said: 2 * 3 is *not* five. ', 'Never', 'not')).toEqual({
      about: 'Never, she said: 2 * 3 is not five.',
      marked: ['Never', 'not'],
    });
  });

  test('of a long text is what stands around the first word, cut between words', () => {
    const text = `${'early words go by '.repeat(20)}then the weathercock turned ${'and late words '.repeat(30)}`;
    const { about, marked } = cut(text, 'weathercock');
    expect(marked).toEqual(['weathercock']);
    expect(about).toMatch(/^…(?:early|words|go|by) .*then the weathercock turned and .*[a-z]…$/u);
    expect(about.length).toBeLessThan(200);
  });

  test('of a definition is its beginning, cut between words where it can be', () => {
    const text = 'My mother had a sure foreboding at the second glance, that it was Miss Murdstone.';
    for (let most = 1; most < text.length; most += 1) {
      const shown = cutBeginning(text, most);
      expect(shown.length).toBeLessThanOrEqual(most + 1);
      if (most > 9) expect(text).toContain(`${shown.slice(0, -1)} `);
    }
    expect(cutBeginning(text, text.length)).toBe(text);
    expect(cutBeginning('𝔸'.repeat(9), 5)).toBe(`${'𝔸'.repeat(3)}…`);
  });

  test('marks the same words as in the text, whatever the text is', () => {
    const piece = fc.oneof(
      fc.constantFrom('lamp', '東京', '*', ' ', '\n', '<b>', '𝔸', 'e\u0301'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), fc.nat(), (pieces, at) => {
        const text = [...pieces, 'weathercock', ...pieces.toReversed()].join(' ');
        const start = text.indexOf('weathercock');
        const later = Math.min(text.length, start + 12 + (at % 300));
        const { about, matches } = cutSnippet(text, [
          { start, end: start + 11 },
          { start: later, end: Math.min(text.length, later + 3) },
        ]);
        expect(about.slice(matches[0]?.start, matches[0]?.end)).toBe('weathercock');
        expect(about).not.toMatch(/\s{2}|\n/u);
        expect(about.length).toBeLessThanOrEqual(210);
        expect(about.isWellFormed()).toBe(true);
        for (const one of matches) expect(one.end).toBeLessThanOrEqual(about.length);
      }),
    );
  });
});
