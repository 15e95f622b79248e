// Tests that a player is told what was wrong with a refused call: with names instead of ids, and no advice to a model.

import type { EntityId, GameState } from '@terrarium/rpg/entity';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { describeRefusal } from './describe-refusal.ts';

const named: Readonly<Record<string, string>> = {
  'character:player': 'Ada',
  'creature:snik': 'Snik',
  'quest:the-pilot': 'The Pilot',
  'location:rome': 'Rome',
};
const state = {
  find: (id: EntityId) => (named[id] === undefined ? undefined : { id, sheet: { name: named[id] } }),
} as unknown as GameState;
const view = { system: readShippedSystem('dnd5e'), state };
const unsaid = 'Nothing was changed.';

it.each([
  [
    'character:player has no Magic missile in features.spells.',
    'Ada has no Magic missile in Spells known or prepared.',
  ],
  ['No spell slot is left for it.', 'No spell slot is left for it.'],
  ['"Snik" may be creature:snik or npc:old-snik: name one.', '"Snik" may be several.'],
  [
    'It is the turn of character:player; creature:snik acts after it. Stop there: tell what happened. A reaction is made with that word in `reason`.',
    'It is the turn of Ada; Snik acts after it.',
  ],
  [
    'resources.hp decides whether somebody is down. Call `set` with a `reason`, or `adjust` with what was lost or won.',
    'Hit points decides whether somebody is down.',
  ],
  ['There is no "Oz" among locations. Nearest: location:yard.', 'There is no "Oz" among locations.'],
  ['There is no path `zz.zz`. Nearest: resources.hp.', unsaid],
  [
    'The path to location:rome is barred: the gate is locked.',
    'The path to Rome is barred: the gate is locked.',
  ],
  ['This sheet has no paths.', unsaid],
  ['path: is unknown; Possible: condition, target.', unsaid],
  ['Use `move` to change at.', unsaid],
  ['There is no path `zz.zz`. character:player has that path: give character:player as target.', unsaid],
  [
    'quest:the-pilot progress: ○○ 0/2 → ●○ 1/2 came by itself already. Nothing was done again.',
    'It had happened already, and was not done twice.',
  ],
  [
    'quest:the-pilot has steps that are not done. <secret>Open: x.</secret> If it ends in another way, set `status` to failed.',
    'The Pilot has steps that are not done.',
  ],
  [
    'Not done, since a call before it in this reply was refused. Send it again if it still holds.',
    'It was not done, since something before it could not be done.',
  ],
])('MV18: of “%s” a player reads what was wrong', (say, read) => {
  expect(describeRefusal(say, view)).toBe(read);
});
