// Tests splitting an instruction with numbered steps in one line into its steps.

import { expect, test } from 'vitest';
import { splitSteps } from './split-steps.ts';

test('numbered steps are told apart, also after a number that ends a sentence', () => {
  expect(splitSteps('1. Choose a calling. 2. Luck is 3d6 times 5. 3. Write a belief.')).toEqual([
    'Choose a calling.',
    'Luck is 3d6 times 5.',
    'Write a belief.',
  ]);
});

test('a text that is not numbered from 1 stays whole', () => {
  const plain = 'Share 3 points. 2. is no step of it.';
  expect(splitSteps(plain)).toEqual([plain]);
  expect(splitSteps('')).toEqual(['']);
});
