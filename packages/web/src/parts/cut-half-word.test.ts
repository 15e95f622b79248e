// Tests that only whole words are shown of a text that is still coming.

import { expect, it } from 'vitest';
import { cutHalfWord } from './cut-half-word.ts';

it.each([
  ['She lived at Mill S', 'She lived at Mill '],
  ['She lived at Mill ', 'She lived at Mill '],
  ['One', 'One'],
  ['她走了。\n她回', '她走了。\n她回'],
])('RM1: of “%s” “%s” is shown while more comes', (text, shown) => {
  expect(cutHalfWord(text)).toBe(shown);
});
