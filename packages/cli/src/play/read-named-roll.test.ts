// Tests reading a roll that names a move, a check or a skill of the rules.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { readNamedRoll } from './read-named-roll.ts';

const edition = readShippedSystem('dnd5e');

const skill = (name: string) => ({
  check: 'skill_check',
  formula: `1d20+@skills.${name}.modifier-@status.penalty`,
});
const purse = { versus: 12, reason: 'Sleight of hand: the purse' };

it.each([
  ['sneak against the wolf', { move: 'sneak', against: 'the wolf' }],
  ['cast fire bolt against Irsa Kell', { move: 'cast', as: 'fire bolt', against: 'Irsa Kell' }],
  ['use torch', { move: 'use', as: 'torch' }],
  ['use as torch for light', { move: 'use', as: 'torch', reason: 'light' }],
  ['death save', { check: 'death_save' }],
  ['perception', { ...skill('perception'), reason: 'Perception' }],
  ['Sleight of hand >= 12 for the purse', { ...skill('sleight_of_hand'), ...purse }],
  [
    'perception with advantage',
    { ...skill('perception'), formula: `${skill('perception').formula} adv`, reason: 'Perception' },
  ],
  [
    'sneak at disadvantage against the wolf',
    { move: 'sneak', against: 'the wolf', formula: `${skill('stealth').formula} dis` },
  ],
  ['talk as lie with advantage', { move: 'talk', as: 'lie', formula: `${skill('deception').formula} adv` }],
  [
    'cast fire bolt at disadvantage',
    { move: 'cast', as: 'fire bolt', formula: '1d20+@combat.spell_attack-@status.penalty dis' },
  ],
  ['check with advantage', { check: 'advantage' }],
  ['1d20+5', undefined],
  ['dance wildly', undefined],
])('MV26, MV42: "%s" names a move or a skill, and what it is made with', (text, wanted) => {
  expect(readNamedRoll(edition, text)).toEqual(wanted);
});

it.each([
  ['resist with body', { check: 'resist_body' }],
  ['Resist With Body against Issy', { check: 'resist_body', against: 'Issy' }],
  ['indulging a vice', { check: 'vice' }],
  ['action roll with sway', { check: 'action', formula: '(@actions.sway+@status.extra_dice)d6z' }],
  ['search with wits=2', { move: 'search', with: { wits: 2 } }],
])('MV42: "%s" is a roll also where its name has a word that begins a part', (text, wanted) => {
  expect(readNamedRoll(readShippedSystem('blades-style'), text)).toEqual(wanted);
});

it('MV42: percent dice get another die for an advantage, and rolls of several dice are refused in words for a player', () => {
  const spotting = readNamedRoll(readShippedSystem('percentile'), 'listen with advantage');
  expect(spotting).toMatchObject({ formula: 'd%b1' });
  const read = () => readNamedRoll(readShippedSystem('fate'), 'notice with advantage for the ledger');
  expect(read).toThrow('“notice” cannot be rolled with advantage or disadvantage');
});
