// Tests that a line of facts never begins with a dot, and that empty facts leave none.

import { expect, test } from 'vitest';
import { joinFacts } from './join-facts.ts';

test('a dot stays on the line of the fact before it', () => {
  expect(joinFacts(['character', 'not confirmed'])).toBe('character\u00a0· not confirmed');
});

test('an empty fact is left out with its dot', () => {
  expect(joinFacts(['', 'Low Veyre', '', 'turn 3'])).toBe('Low Veyre\u00a0· turn 3');
  expect(joinFacts([''])).toBe('');
});
