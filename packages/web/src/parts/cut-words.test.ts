// Tests how a text is cut into plain words, emphasised words and strong words.
import { expect, test } from 'vitest';
import { cutWords } from './cut-words.ts';

test.each([
  ['*smiles* Yes.', ['emphasised: smiles', 'plain:  Yes.']],
  ['It is **very** late.', ['plain: It is ', 'strong: very', 'plain:  late.']],
  ['**No.** *turns away*', ['strong: No.', 'plain:  ', 'emphasised: turns away']],
  ['2 * 3 * 4 = 24', ['plain: 2 * 3 * 4 = 24']],
  ['an asterisk* alone, **two*', ['plain: an asterisk* alone, **two*']],
])('RM1: %s', (text, pieces) => {
  expect(cutWords(text).map(({ kind, text: piece }) => `${kind}: ${piece}`)).toEqual(pieces);
});
