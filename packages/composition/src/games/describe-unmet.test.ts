// Tests that a player is told which move the rules did not let their character make, and is told of no other refusal.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { expect, it } from 'vitest';
import { buildMoment } from './build-telling.ts';
import { describeUnmet } from './describe-unmet.ts';

const system = readShippedSystem('fate');
const refuse = (say: string, given: object, name = 'roll') =>
  ({ kind: 'tool-called', name, arguments: JSON.stringify(given), ok: false, say }) as unknown as TurnEvent;
const push = { move: 'attack', as: 'push' };
const reason = 'No fate points are left.';

it('TU75: a move that cannot be paid is told with the words that the rules have for it', () => {
  expect(describeUnmet(refuse(reason, push), system)).toBe(`Not done: ${reason}`);
  const view = { system } as unknown as Parameters<typeof buildMoment>[1];
  expect(buildMoment(refuse(reason, push), view)).toEqual({ kind: 'noted', says: `Not done: ${reason}` });
});

it('TU75: what others cannot do, and what is refused to the narrator alone, is not told', () => {
  for (const event of [
    refuse(reason, { ...push, who: 'npc:hob' }),
    refuse(reason, push, 'adjust'),
    refuse('There is no move "atack". Nearest: attack.', push),
    { ...refuse(reason, push), ok: true } as TurnEvent,
  ])
    expect(describeUnmet(event, system)).toBeUndefined();
});
