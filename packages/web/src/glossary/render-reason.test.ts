// Tests how the reason for a change is shown on a page.

import { expect, test } from 'vitest';
import { renderReason } from './render-reason.ts';

test('RS3: a reason of the built-in curator counts chapters on a page, and all other reasons stay as they are', () => {
  const shown = [
    ['Named 6 times in 5 posts of 4 threads.', 'Named 6 times in 4 chapters.'],
    ['Named twice in one post; little is said of it.', 'Named twice in one chapter; little is said of it.'],
    ['Named 4 times in 2 posts, and it is a name.', 'Named 4 times in one chapter, and it is a name.'],
    ['Named once; little is said of it.', 'Named once; little is said of it.'],
    ['He is in 5 posts of 4 threads.', 'He is in 5 posts of 4 threads.'],
    ['merged with "Nell Orrin"', 'merged with "Nell Orrin"'],
  ];
  expect(shown.map(([stored = '']) => renderReason(stored))).toEqual(shown.map(([, text]) => text));
});

test('RS3: that a new definition has no evidence is told without what a model is to do about it', () => {
  const why = 'Evidence needs a quote or a sentence label.';
  expect(renderReason(`The new definition has no evidence: ${why}`)).toBe(
    'Nothing in the story was quoted for the new definition.',
  );
});
