// Tests what is said of saved wishes: only a model is said to follow them.

import { expect, test } from 'vitest';
import { describeSaved } from './describe-saved.ts';

test('RP10: wishes are said to apply only if somebody can follow them', () => {
  expect(describeSaved('a-model')).toContain('from the next turn on');
  expect(describeSaved(null)).not.toContain('next turn');
});
