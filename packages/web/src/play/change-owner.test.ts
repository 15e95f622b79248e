// Tests to whom the listed changes of a turn are said to belong, and which mark separates them.

import { expect, test } from 'vitest';
import { buildListed, chooseMark } from './change-owner.ts';
import type { ShownChange } from './table-types.ts';

const attitude = buildValue('npc:hob', 'Attitude', 'Hob Tanner');
const wounds = buildValue('npc:hob', 'Wounds', 'Hob Tanner');
const stress = buildValue('character:player', 'Physical stress');
const weather = buildValue('scene:now', 'Weather');
const clock = buildValue('clock:hush', '', 'The hush comes in');

test("RP1: after a change of somebody else, a change of the player's own does not seem to be theirs", () => {
  expect(buildListed(stress, attitude)).toMatchObject({ owner: 'You' });
  for (const before of [undefined, stress, weather, clock]) expect(buildListed(stress, before)).toBe(stress);
  expect(buildListed(weather, attitude)).toBe(weather);
  expect(buildListed(wounds, attitude)).toMatchObject({ label: 'Wounds', owner: undefined });
  const made: ShownChange = {
    kind: 'new',
    entity: 'clock:hush',
    path: '',
    type: 'clock',
    name: 'The hush comes in',
  };
  expect(buildListed(clock, made)).toMatchObject({ owner: undefined });
  expect(buildListed(attitude, made)).toBe(attitude);
});

test('RP1: changes of one person stand in one line, and each other change in a line of its own', () => {
  expect(chooseMark(wounds, attitude)).toBe('; ');
  expect(chooseMark(stress, attitude)).toBeUndefined();
  const round: ShownChange = { kind: 'round', entity: 'scene:now', path: 'round', round: '2' };
  expect(chooseMark(round, stress)).toBe('\u00a0· ');
  expect(chooseMark(round, undefined)).toBeUndefined();
});

function buildValue(entity: string, label: string, owner?: string): ShownChange {
  return { kind: 'value', entity, path: label, label, owner, before: '0', after: '1' };
}
