// Tests that the limits found in a wish are added to those that the player typed, without repeating any.

import { expect, test } from 'vitest';
import { joinLimits } from './join-limits.ts';

test('RP5: limits from the wish are shown with those that were typed', () => {
  expect(joinLimits('', ['spiders'])).toBe('spiders');
  expect(joinLimits(' harm to animals ', ['spiders', 'Harm to animals'])).toBe('harm to animals; spiders');
  expect(joinLimits('', [])).toBe('');
});
