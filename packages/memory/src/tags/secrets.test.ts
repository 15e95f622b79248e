// Tests separating secrets from the text they were written into.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSecrets } from './secrets.ts';

describe('secrets inside of what is held', () => {
  it.each([
    ['glad <secret>I lied</secret> today', 'glad today', ['I lied']],
    ['glad <SECRET>one</SECRET>, <secret>two</secret>', 'glad ,', ['one', 'two']],
    ['glad <secret>and all that follows', 'glad', ['and all that follows']],
    ['all before</secret> glad', 'glad', ['all before']],
    ['a <secret>b</secret> c</secret> d', 'd', ['b', 'a', 'c']],
    ['<secret>alone</secret>', undefined, ['alone']],
    ['<secret> </secret>', undefined, []],
    ['nothing to hide', 'nothing to hide', []],
  ])('WM18: parts %s', (content, open, secrets) => {
    const told = splitSecrets('feeling', content);
    expect(told.find(({ tag }) => tag === 'feeling')?.content).toBe(open);
    expect(told.filter(({ tag }) => tag === 'secret').map((one) => one.content)).toEqual(secrets);
  });

  it('WM18: holds what stands between secret tags in nothing but secrets, and loses no word', () => {
    const anyPiece = fc.oneof(
      fc.constantFrom('<secret>', '</secret>', '<Secret>', '</SECRET>'),
      fc.constant('word'),
    );
    const property = fc.property(fc.array(anyPiece, { maxLength: 20 }), (pieces) => {
      const words = pieces.map((piece, index) => (piece === 'word' ? `w${index}` : piece));
      const told = splitSecrets('thought', words.join(' '));
      const held = told.flatMap(({ content }) => content.split(/\s+/u)).filter((word) => word !== '');
      expect([...held].sort()).toEqual(words.filter((word) => !word.startsWith('<')).sort());
      for (const { tag, content } of told) if (tag !== 'secret') expect(content).not.toMatch(/secret>/iu);
      const open = new Set(
        told.filter(({ tag }) => tag !== 'secret').flatMap((one) => one.content.split(' ')),
      );
      for (const hidden of listHidden(words)) expect(open.has(hidden)).toBe(false);
    });
    fc.assert(property);
  });
});

/**
 * By the letter of the rule: words after an opening tag that is not closed yet, or before a closing tag that was not
 * opened, are hidden.
 */
function listHidden(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    if (word.startsWith('<')) return false;
    const marks = words
      .map((one, place) => ({ one: one.toLowerCase(), place }))
      .filter(({ one }) => one.startsWith('<'));
    const before = marks.findLast(({ place }) => place < index)?.one;
    const after = marks.find(({ place }) => place > index)?.one;
    return before === '<secret>' || (before !== '<secret>' && after === '</secret>');
  });
}
