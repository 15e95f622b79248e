// Tests what a model is told of the rules of a system.

import { expect, test } from 'vitest';
import { readShippedSystem } from '../../manifest/read-system.ts';
import { renderRules } from './render-rules.ts';

test('MV15: a move that is rolled with other dice than its check says so, and others do not', () => {
  const rules = renderRules(readShippedSystem('starter'), 4_000);
  expect(rules).toContain('threaten (sway with 2d6+@attributes.brawn)');
  expect(rules).toContain('persuade (sway; as push)');
  expect(rules).toContain(
    ' `formula` replaces the dice of a move, modifier and all, such as with advantage or help.',
  );
});
