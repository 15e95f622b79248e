// Tests the order in which the rolls of a turn are shown.

import { expect, it } from 'vitest';
import { sortRolls } from './sort-rolls.ts';
import type { ShownRoll } from './table-types.ts';

const roll = (given: object) => given as ShownRoll;

it('what resists a blow is shown below it', () => {
  const resisting = roll({ who: 'npc:hob', against: 'character:player', rolled: { total: 2 } });
  const blow = roll({ who: 'character:player', against: 'npc:hob', check: 'attack', target: 2, rolled: {} });
  const other = roll({ who: 'character:player', against: 'npc:hob', check: 'attack', target: 3, rolled: {} });
  expect(sortRolls([resisting, blow, resisting, blow])).toEqual([blow, resisting, blow, resisting]);
  expect(sortRolls([resisting, other])).toEqual([resisting, other]);
});
