// Tests each kind of field through the tools that a model uses: what can be done with it, and what is refused.

import { expect, it, onTestFinished } from 'vitest';
import { playerId } from '../../src/values/entity.ts';
import { buildTestSystem } from '../support/build-test-system.ts';
import { call, openTestGame } from '../support/open-test-game.ts';

function open() {
  const test = openTestGame({ system: buildTestSystem() });
  onTestFinished(test.close);
  const draft = test.game.start('I try everything.');
  const say = (name: string, given: object) => call(draft, name, given).say;
  const refused = (name: string, given: object) => {
    const acted = call(draft, name, given);
    expect(acted.ok, acted.say).toBe(false);
    return acted.say;
  };
  const read = (path: string) =>
    path
      .split('.')
      .reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step],
        draft.state.find(playerId)?.sheet,
      );
  return { say, refused, read };
}

it('PF6: VAL_INT and VAL_COMPOUND are set and adjusted within bounds, and what they derive is not', () => {
  const { say, refused, read } = open();
  expect(say('adjust', { path: 'progression.voyages', delta: 25 })).toMatch(/0 → 20 \(the maximum is 20\)/);
  expect(say('set', { path: 'attributes.might', value: 16 })).toMatch('attributes.might');
  expect(read('attributes.might')).toEqual({ score: 16, modifier: 3 });
  expect(refused('set', { path: 'attributes.might.modifier', value: 9 })).toMatch('attributes.might.score');
  expect(refused('set', { path: 'combat.guard', value: 12 })).toMatch('7 + edge - count(resources.wounds)');
});

it('PF6: RES_COUNTER is gained and spent, never below nothing', () => {
  const { say, read } = open();
  say('mark', { path: 'progression.lessons', count: 3 });
  expect(say('adjust', { path: 'progression.lessons', delta: -9 })).toMatch('the minimum is 0');
  expect(read('progression.lessons')).toBe(0);
});

it('PF7: RES_POOL begins full, loses what is on top first, and tells a threshold once', () => {
  const { say, read } = open();
  const start = read('resources.breath') as { current: number; max: number };
  expect(start.current).toBe(start.max);
  say('adjust', { path: 'resources.breath.temp', delta: 4 });
  expect(say('adjust', { path: 'resources.breath', delta: -5 })).not.toMatch('!');
  expect(read('resources.breath')).toEqual({ current: start.max - 1, max: start.max, temp: 0 });
  expect(say('adjust', { path: 'resources.breath', delta: -99 })).toMatch('! Out of breath: you go down.');
  expect(say('adjust', { path: 'resources.breath', delta: -1 })).not.toMatch('!');
});

it('PF8: RES_TRACK and RES_CLOCK are marked, cleared, and end where they are full', () => {
  const { say, read } = open();
  expect(say('mark', { path: 'resources.wounds' })).toMatch('■□');
  expect(read('combat.guard')).toBe(6);
  say('mark', { path: 'resources.wounds', count: 9 });
  expect(read('resources.wounds')).toEqual([true, true, true]);
  say('mark', { path: 'resources.wounds', count: -1 });
  expect(read('resources.wounds')).toEqual([true, true, false]);
  say('mark', { path: 'status.omen', count: 4 });
  expect(say('mark', { path: 'status.omen', count: 9 })).toMatch('6/6');
});

it('PF9: VAL_STEP_DIE and VAL_LADDER go by steps, are set by name, and are rolled', () => {
  const { say, refused, read } = open();
  expect(say('adjust', { path: 'skills.knots', delta: 1 })).toMatch('d6 → d8');
  expect(say('roll', { formula: '1@skills.knots' })).not.toBe('');
  expect(say('roll', { formula: '@skills.knots' })).toMatch(/^Ada: 1d8: \[\d\]/);
  expect(refused('set', { path: 'skills.knots', value: 'd7' })).toMatch('d6');
  say('set', { path: 'skills.name', value: 'known' });
  expect(say('adjust', { path: 'skills.name', delta: 5 })).toMatch('sung of');
  expect(refused('set', { path: 'skills.name', value: 'famous' })).toMatch('sung of');
  expect(read('skills.knots')).toBe('d8');
});

it('PF10, PF11, TO11: CONT_LIST and CONT_WEIGHTED hold things that add up, as far as they can be carried', () => {
  const { say, refused } = open();
  const rope = { name: 'Rope', list: 'inventory.gear', quantity: 2 };
  expect(say('item_add', { ...rope, details: { weight: 3, note: 'tarred' } })).toMatch('Rope ×2 (6/20)');
  expect(refused('item_add', { name: 'Anchor', list: 'inventory.gear', details: { weight: 40 } })).toMatch(
    'That weighs 40 more, and 14 of the capacity of 20 is left.',
  );
  expect(refused('item_add', { name: 'Net', list: 'inventory.gear', details: { colour: 'red' } })).toMatch(
    'no "colour"',
  );
  say('item_add', { name: 'Pearl', list: 'inventory.purse', details: { worth: 5 } });
  expect(say('item_add', { name: 'pearl', list: 'inventory.purse', quantity: '2' })).toMatch('Pearl ×3');
  expect(say('item_remove', { item: 'Pearl', quantity: 1 })).toMatch('Pearl ×2');
  expect(say('adjust', { path: 'inventory.gear.rope.qty', delta: -1 })).toMatch('2 → 1');
});

it('PF12: CONT_CONDITIONS last as long as was said, and a longer one goes on', () => {
  const { say, read } = open();
  say('condition_add', { condition: 'soaked', minutes: 30 });
  say('condition_add', { condition: 'blinded', rounds: 2 });
  expect(say('time_advance', { rounds: 2 })).toMatch('blinded');
  expect(read('conditions')).toMatchObject([{ name: 'soaked', minutes: 30 }]);
  expect(say('time_advance', { minutes: 30 })).toMatch('soaked');
  expect(read('conditions')).toEqual([]);
});

it('PF13: REF names somebody who is there and of the right type', () => {
  const { say, refused, read } = open();
  say('set', { path: 'connections.captain', value: 'npc:mira' });
  expect(read('connections.captain')).toBe('npc:mira');
  expect(refused('set', { path: 'connections.captain', value: 'location:loft' })).toMatch('npc:KEY');
  expect(refused('set', { path: 'connections.captain', value: 'npc:nobody' })).toMatch('npc:nobody');
});

it('PF14: VAL_TEXT, VAL_BOOL and CONT_TAGS keep to what they may be', () => {
  const { say, refused, read } = open();
  expect(refused('set', { path: 'identity.trade', value: 'dancer' })).toMatch('rope-maker');
  say('set', { path: 'combat.is_armed', value: 'yes' });
  expect(read('combat.is_armed')).toBe(true);
  expect(refused('adjust', { path: 'combat.is_armed', delta: 1 })).toMatch('true or false');
  say('item_add', { name: 'Stubborn', list: 'features.traits' });
  expect(say('item_add', { name: 'stubborn', list: 'features.traits' })).toMatch('there already');
  expect(read('features.traits')).toEqual(['Stubborn']);
  expect(refused('item_add', { name: 'Lame', list: 'features.traits', quantity: 2 })).toMatch('words alone');
  expect(say('item_remove', { item: 'stubborn', list: 'features.traits' })).toMatch('Stubborn → —');
});
