// Tests how a roll is named: in full if no reason is given, otherwise without the parts that the reason contains.

import type { EntityId, GameState } from '@terrarium/rpg/entity';
import { playerId } from '@terrarium/rpg/entity';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import { expect, it } from 'vitest';
import { describeRoll } from './describe-roll.ts';

const system = readShippedSystem('starter');
const hob = { id: 'npc:hob', type: 'npc', key: 'hob', sheet: { name: 'Hob Tanner' } };
const state = { find: (id: EntityId) => (id === hob.id ? hob : undefined) } as unknown as GameState;
const rolled = { check: 'strike', who: playerId, against: hob.id } as unknown as RolledCheck;

it.each([
  ['', 'Strike against Hob Tanner'],
  ['get away from Hob Tanner', 'Strike'],
  ['strike at Hob Tanner', ''],
  ['a strike for the lamp', 'against Hob Tanner'],
  ['the pewterer is in the way', 'Strike against Hob Tanner'],
])('of a roll whose reason is %j, only what that leaves out is said', (reason, said) => {
  expect(describeRoll(rolled, { system, state }, reason)).toBe(said);
});

it('MV26: of a spell whose name the reason gives, the name of the move is left out', () => {
  const cast = { move: 'cast', who: playerId, against: hob.id } as unknown as RolledCheck;
  const edition = readShippedSystem('dnd5e');
  const describe = (reason: string) => describeRoll(cast, { system: edition, state }, reason);
  expect(describe('Fireball: to end it')).toBe('against Hob Tanner');
  expect(describe('to end it')).toBe('cast against Hob Tanner');
});

it.each([
  ['skills.stealth', 'I slip past', 'Skill roll: Stealth against Hob Tanner'],
  ['skills.stealth', 'my stealth, past Hob Tanner', 'Skill roll: Stealth'],
  ['resources.luck.current', 'I trust to fortune', 'Skill roll: Luck against Hob Tanner'],
  ['nowhere', 'I slip past', 'Skill roll against Hob Tanner'],
])('MV41: of a roll against the value at %s and with the reason %j: %s', (targetPath, reason, said) => {
  const roll = { ...rolled, check: 'skill_roll', targetPath } as RolledCheck;
  expect(describeRoll(roll, { system: readShippedSystem('percentile'), state }, reason)).toBe(said);
});

it('MV41: a check that has the name of the value is named once', () => {
  const roll = { ...rolled, check: 'attack', targetPath: 'combat.attack' } as RolledCheck;
  expect(describeRoll(roll, { system: readShippedSystem('percentile'), state })).toBe(
    'Attack against Hob Tanner',
  );
});
