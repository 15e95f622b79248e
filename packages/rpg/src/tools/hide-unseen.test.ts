// Tests what a player sees of somebody else: words and states, and none of the numbers of the rules.

import { expect, it, onTestFinished } from 'vitest';
import { openTestGame, playCalls } from '../../test/support/open-test-game.ts';
import { findShipped } from '../../test/support/shipped-system.ts';
import { renderSheet } from '../manifest/render-sheet.ts';
import { playerId } from '../values/entity.ts';
import { hideUnseen } from './hide-unseen.ts';

const system = findShipped('dnd5e');

function open() {
  const test = openTestGame({ system });
  onTestFinished(test.close);
  playCalls(test.game, 'On.', [
    ['npc_create', { name: 'Hob', about: 'A pewterer.' }],
    ['npc_create', { name: 'Cole', values: { is_gone: true } }],
    ['npc_create', { name: 'Rook', like: 'standard', values: { 'resources.hp.current': 3 } }],
    ['condition_add', { target: 'Rook', condition: 'prone', rounds: 2 }],
    ['npc_create', { name: 'Wolf', type: 'creature' }],
    ['condition_add', { target: 'Wolf', condition: 'following' }],
  ]);
  return (id: `${string}:${string}`) => {
    const whole = test.game.state.find(id);
    if (whole === undefined) throw new Error(`There is no ${id}.`);
    return { whole, ...hideUnseen(whole, system) };
  };
}

it('MF18: a player sees of somebody else what they look like and the states they are in, and no numbers', () => {
  const see = open();
  const { entity, fields } = see('npc:rook');
  const lines = renderSheet(entity, system, { fields }).flatMap((section) => section.lines);
  expect(lines.map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    'Where: location:old-mill',
    expect.stringMatching(/^Conditions: prone .*, bloodied$/),
    'Armour worn: leather',
    'Shield: yes',
    'Name: Rook',
    'Kind: humanoid',
    'Size: medium',
    'Attitude: neutral',
    'About: Armed and used to it.',
  ]);
  expect(JSON.stringify(entity.sheet)).not.toMatch(/hp|attributes|combat\.ac|"cr"/);
});

it('MF18: who has left the story is in no place', () => {
  const { entity, fields } = open()('npc:cole');
  expect(entity.sheet).toMatchObject({ name: 'Cole', is_gone: true });
  expect(entity.sheet['at']).toBeUndefined();
  expect(fields.map(({ path }) => path)).not.toContain('at');
});

it('MF18: somebody who was made without a kind is a humanoid of whom nothing else is seen', () => {
  const { entity } = open()('npc:hob');
  expect(entity.sheet['identity']).toEqual({ kind: 'humanoid', size: 'medium' });
  expect(entity.sheet['combat']).toBeUndefined();
});

it('MF18: the own character, whoever follows it, and places are seen whole', () => {
  const see = open();
  for (const id of [playerId, 'creature:wolf', 'location:old-mill'] as const) {
    const { whole, entity, fields } = see(id);
    expect(entity).toBe(whole);
    expect(fields).toEqual(system.sheets.get(whole.type)?.fields);
  }
});
