// Tests how a roll is named: in full if no reason is given, otherwise without the parts that the reason contains.

import type { EntityId, GameState } from '@terrarium/rpg/entity';
import { playerId } from '@terrarium/rpg/entity';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import { expect, it } from 'vitest';
import { describeLessened, describeOutcome, describeRoll, renderReason } from './describe-roll.ts';

const system = readShippedSystem('starter');
const hob = { id: 'npc:hob', type: 'npc', key: 'hob', sheet: { name: 'Hob Tanner' } };
const state = { find: (id: EntityId) => (id === hob.id ? hob : undefined) } as unknown as GameState;
const fallen = { rolled: { expression: '2d6' }, who: playerId, against: hob.id };
const rolled = { ...fallen, check: 'strike' } as unknown as RolledCheck;

it.each([
  ['', 'Strike against Hob Tanner'],
  ['get away from Hob Tanner', 'Strike'],
  ['strike at Hob Tanner', ''],
  ['a strike for the lamp', 'against Hob Tanner'],
  ['the pewterer is in the way', 'Strike against Hob Tanner'],
])('of a roll whose reason is %j, only what that leaves out is said', (reason, said) => {
  expect(describeRoll(rolled, { system, state }, reason)).toBe(said);
});

it('the player is called “you”, however long the name of the character is', () => {
  const blow = { ...rolled, who: hob.id, against: playerId } as RolledCheck;
  expect(describeRoll(blow, { system, state })).toBe('Strike of Hob Tanner against you');
  // The state of this test has no name for the character, so the name is taken from the id.
  const resisting = { ...rolled, reason: 'player resists Strike' } as RolledCheck;
  expect(renderReason(resisting, state)).toBe('You resist Strike');
  expect(renderReason({ ...resisting, reason: 'to hold on' }, state)).toBe('to hold on');
});

it('MV51: what gave a roll advantage is said with names', () => {
  const given = { ...rolled, advantage: 'advantage: npc:hob is prone' } as RolledCheck;
  expect(describeRoll(given, { system, state })).toBe(
    'Strike against Hob Tanner, advantage: Hob Tanner is prone',
  );
});

it('MV26: of a spell whose name the reason gives, the name of the move is left out', () => {
  const cast = { ...fallen, move: 'cast' } as unknown as RolledCheck;
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

it.each([
  [
    'dnd5e',
    { check: 'skill_check' },
    '1d20+@skills.persuasion.modifier-@status.penalty',
    'Skill check: Persuasion',
  ],
  ['dnd5e', { check: 'attack_roll' }, '1d20+@combat.attack-@status.penalty', 'Attack'],
  ['fate', { check: 'create_advantage' }, '4dF+@skills.investigate', 'Create an advantage: Investigate'],
  ['blades-style', { check: 'vice' }, '(@attributes.spirit)d6z', 'Indulging a vice: Spirit'],
  ['blades-style', { check: 'resist_body' }, '(@attributes.body)d6z', 'Resist with body'],
  ['dnd5e', {}, '1d20+@attributes.dex.modifier', 'Dexterity'],
  ['percentile', { check: 'skill_roll', move: 'foe_attack', targetPath: 'combat.attack' }, '1d100', 'Attack'],
])('MV41: of %s, the roll %j with %s is named %s', (id, roll, expression, said) => {
  const one = { who: playerId, ...roll, rolled: { expression } } as unknown as RolledCheck;
  expect(describeRoll(one, { system: readShippedSystem(id), state })).toBe(said);
});

it('MV41: what was set for a roll is said with it, such as position and effect', () => {
  const stakes = [
    { path: 'status.effect', says: 'limited' },
    { path: 'status.position', says: 'desperate' },
  ];
  const roll = { ...rolled, check: 'action', rolled: { expression: '(@actions.sway)d6z' }, stakes };
  expect(describeRoll(roll as never, { system: readShippedSystem('blades-style'), state })).toBe(
    'Action roll: Sway against Hob Tanner, effect limited, position desperate',
  );
});

it('MV40: says on whom harm falls, and what armour took of it', () => {
  const view = { system: readShippedSystem('percentile'), state };
  const harm = (less: number) => ({ who: hob.id, of: 4, less, path: 'combat.armour' });
  const roll = { rolled: {}, who: playerId, on: hob.id, reason: 'damage', lessened: [harm(3)] } as never;
  expect(describeRoll(roll, view, 'damage')).toBe('to Hob Tanner');
  expect(describeLessened(roll, view)).toEqual(['Armour takes 3 of 4']);
  const blow = { rolled: {}, who: playerId, lessened: [harm(6)] } as never;
  expect(describeLessened(blow, view)).toEqual(['Armour of Hob Tanner takes all 4']);
  const own = { rolled: {}, who: hob.id, lessened: [{ ...harm(1), who: playerId }] } as never;
  expect(describeLessened(own, view)).toEqual(['Your armour takes 1 of 4']);
});

it('MV26: of a spell, says who withstands it and not the success of the caster', () => {
  const spell = (target: number) =>
    ({ who: playerId, against: hob.id, target, rolled: { groups: [], total: 11 }, outcome: {} }) as never;
  expect(describeOutcome(spell(12), { state })).toBe('Hob Tanner withstands it');
  expect(describeOutcome(spell(11), { state })).toBe('Hob Tanner does not withstand it');
  const own = { ...(spell(12) as RolledCheck), who: hob.id, against: playerId } as RolledCheck;
  expect(describeOutcome(own, { state })).toBe('You withstand it');
  const plain = { ...rolled, rolled: { groups: [{ dice: [{}] }] }, outcome: { label: 'Success' } } as never;
  expect(describeOutcome(plain, { state })).toBe('Success');
});
