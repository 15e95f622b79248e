// Tests tagging: offsets, titles cut short, the mark of an owner, and where a capital proves nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagText } from './tag-text.ts';

describe('tagText', () => {
  it('knows where a capital proves nothing', () => {
    const initial = tagText('He said: “Go!” Then Mirel—Orrin too—left.').filter((token) => token.isInitial);
    expect(initial.map(({ text }) => text)).toEqual(expect.arrayContaining(['He', 'Go', 'Then', 'Orrin']));
    expect(initial.map(({ text }) => text)).not.toContain('Mirel');
  });

  it('BR8: a title cut short is one word with its full stop, and ends no sentence', () => {
    const tokens = tagText('She saw Mlle. Linon there. Rev. Hale stayed. The Rev. Linon left.');
    expect(tokens.map(({ text }) => text)).toEqual(expect.arrayContaining(['Mlle.', 'Rev.']));
    const capitals = tokens.filter(({ text }) => /^(?:Linon|Hale)$/.test(text));
    expect(capitals.map(({ isInitial }) => isInitial)).toEqual([false, false, false]);
  });

  it('BR12: an owner and its mark are two words, whatever was tagged before', () => {
    for (const text of ['It is her husband’s', 'Her husband’s aunt came.', 'It’s the old Vronsky’s man.']) {
      for (const { text: word } of tagText(text)) expect(word).not.toMatch(/.['’]s$/);
    }
    const tokens = tagText('Her husband’s aunt came.');
    expect(tokens.map(({ text }) => text)).toEqual(['Her', 'husband', '’s', 'aunt', 'came', '.']);
  });

  it('gives each word its offsets, in order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        let end = 0;
        for (const token of tagText(text)) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(end);
          end = token.end;
        }
      }),
    );
  });
});
