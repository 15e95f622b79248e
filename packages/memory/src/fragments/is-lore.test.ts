// Tests that lore is known by the name that gave it its key, however that name is written.

import { expect, it } from 'vitest';
import type { Fragment } from './fragment.ts';
import { hasNamesAlone } from './is-lore.ts';

const build = (key: string, ambient: string): Fragment => ({
  id: 1,
  version: 1,
  createdAtMs: 0,
  updatedAtMs: 0,
  key,
  ambient,
  recognition: 'A brig.',
  inventory: '',
  sources: [],
});

it.each([
  ['mercy', 'Mercy, the wreck', true],
  ['dr-voss', 'Dr. Voss, the doctor', true],
  ['king-s-rest', "King's Rest", true],
  ['emile', 'Émile', true],
  ['mercy-2', 'Mercy', true],
  ['しおり', 'しおり, 三毛猫', true],
  ['mercy', 'Mercy sank off the bar.', false],
  ['mercy', 'The wreck, Mercy', false],
  ['lore', 'It rains for days.', false],
])('RC4: the shortest text of the lore %s, %j, is no more than names: %s', (key, ambient, isNames) => {
  const fragments = { findByKey: () => build(key, ambient), isCompiled: () => false };
  expect(hasNamesAlone(fragments, key)).toBe(isNames);
});
