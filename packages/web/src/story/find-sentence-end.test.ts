// Tests finding the end of the sentence that contains a name.

import { expect, it } from 'vitest';
import { findSentenceEnd } from './find-sentence-end.ts';

it.each([
  ['Nell ran. She fell.', 0, 'Nell ran.'],
  ['“Run, Nell!” she said. He ran.', 6, '“Run, Nell!”'],
  ['Nell paid 3.50 for it. He left.', 0, 'Nell paid 3.50 for it.'],
  ['奈尔上了楼。然后她死了。', 0, '奈尔上了楼。'],
  ['「奈尔！」他说。', 1, '「奈尔！」'],
  ['Nell and nothing more', 0, 'Nell and nothing more'],
])('in %j, the sentence of the place %i ends with what it tells', (text, place, told) => {
  expect(text.slice(0, findSentenceEnd(text, place))).toBe(told);
});
