// Tests how a blow against the player's character is told by what it changed.

import { expect, it } from 'vitest';
import { playerId } from '../values/entity.ts';
import { nameBlow } from './blow.ts';

it.each([
  [['resources.vigour.current'], 1, 'foe-hit'],
  [['resources.armour'], 1, 'foe-caught'],
  [['resources.armour', 'harm.lesser'], 1, 'foe-hit'],
  [['status.position'], 1, 'foe-pressed'],
  [['status.wounds'], 1, 'foe-hit'],
  [[], 1, 'foe-nothing'],
  [[], 0, 'foe-miss'],
  [[], -1, 'foe-miss'],
] as const)('NA104: a blow that changes %j with degree %i is told as %s', (paths, degree, told) => {
  const patches = paths.map((path) => ({ entity: playerId, path, before: 0, after: 1, because: 'a blow' }));
  expect(nameBlow({ patches, placing: ['status.position'], degree })).toBe(told);
});
