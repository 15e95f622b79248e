// Tests joining limits: those of the wish come after those that were typed, each once.

import { expect, test } from 'vitest';
import { joinLimits } from './join-limits.ts';

test('RP5: limits from the wish are shown with those that were typed', () => {
  expect(joinLimits('', ['spiders'])).toBe('spiders');
  expect(joinLimits(' harm to animals ', ['spiders', 'Harm to animals'])).toBe('harm to animals; spiders');
  expect(joinLimits('', [])).toBe('');
});
