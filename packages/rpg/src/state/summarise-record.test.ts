// Tests summarising a turn: the chosen sentence is not speech, and tells of no death that did not happen.

import { describe, expect, it } from 'vitest';
import { call, openTestGame } from '../../test/support/open-test-game.ts';
import type { TurnRecord } from './describe-record.ts';
import { describeRecord } from './describe-record.ts';
import { summariseRecord } from './summarise-record.ts';

const calls: readonly (readonly [string, object])[] = [
  ['item_add', { name: 'Brass key', quantity: 1 }],
  ['item_add', { name: 'Candle', quantity: 3 }],
  ['item_remove', { item: 'Candle', quantity: 1 }],
  ['quest_update', { name: 'The Cellar', steps: ['Find the key', 'Open it'] }],
  ['quest_update', { name: 'The Cellar', done: ['Find the key'] }],
  ['notebook', { of: 'Mira', kind: 'hides', text: 'She buried the miller.' }],
  ['move', { destination: 'Yard' }],
  ['npc_create', { name: 'Hob Tanner', about: 'A tinker.' }],
  ['adjust', { path: 'resources.health.current', delta: -2 }],
  ['adjust', { path: 'resources.health.current', delta: -3 }],
  ['roll', { formula: '1d20', reason: 'climb the wall' }],
];

function play(made: readonly (readonly [string, object])[]): TurnRecord {
  const { game } = openTestGame();
  const draft = game.start('I try it.');
  for (const [name, given] of made) expect(call(draft, name, given), name).toMatchObject({ ok: true });
  return { system: game.system, state: draft.state, actions: draft.actions };
}

describe('the record of a turn', () => {
  it('TU46: is told in facts: quests, places, people, things and values, each once, and nothing secret', () => {
    const facts = describeRecord(play(calls));
    expect(facts.slice(0, -1)).toEqual([
      'quest begun: The Cellar',
      'done: Find the key (The Cellar)',
      'reached Yard',
      'met Hob Tanner',
      'got Brass key',
      'got 2 Candle',
      'Health 20/20 → 15/20',
    ]);
    expect(facts.at(-1)).toMatch(/^climb the wall: \d+$/);
    expect(facts.join(' ')).not.toMatch(/buried|candle.*candle/i);
    expect(describeRecord(play(calls), { hasRolls: false })).toEqual(facts.slice(0, -1));
    const ordering = play([['roll', { formula: '1d20', reason: 'order of turns' }]]);
    expect(describeRecord(ordering)).toEqual([]);
  });

  it('TU46: tells who fell, by the record alone', () => {
    const record = play([['set', { target: 'Mira', path: 'is_gone', value: true }]]);
    expect(describeRecord(record)).toEqual(['Mira is gone']);
    const told = { words: '', narrative: 'Mira dies under the wheel. It stops.' };
    expect(summariseRecord(record, told)).toBe('Mira is gone. Mira dies under the wheel.');
    expect(summariseRecord(play([]), told)).toBe('It stops.');
  });
});

describe('the sentence of a telling', () => {
  const summarise = (narrative: string, words = '') => summariseRecord(play([]), { words, narrative });

  it.each([
    ['“They will kill us all,” says Mira. The wheel turns.', 'The wheel turns.'],
    ["'He is dead,' says Mira. The wheel turns at last.", 'The wheel turns at last.'],
    ['She would die for a cup of tea. Mira fills the kettle.', 'Mira fills the kettle.'],
    ['The lamp dies. Mira lights it again.', 'Mira lights it again.'],
    ['Is anybody there? Mira opens the door.', 'Mira opens the door.'],
    ['"She found me," says Mira. "Long ago." She thinks. Mira fills the kettle.', 'Mira fills the kettle.'],
    ['"You came?" says Mira. "Sit."', '"You came?" says Mira.'],
    ['Mira lights the lamp, and no end', 'Mira lights the lamp, and no end'],
    ['They are all dead.', ''],
    ['', ''],
  ])('TU46: of %j is %j', (narrative, sentence) => {
    expect(summarise(narrative)).toBe(sentence);
  });

  it('TU46: stands behind the words of the player, which are no command', () => {
    expect(summarise('The wheel turns on.', 'I push  it.')).toBe('“I push it.”: The wheel turns on.');
    expect(summarise('The wheel turns on.', '/ooc why?')).toBe('The wheel turns on.');
    expect(summarise('', 'I push it.')).toBe('');
    expect(summarise(`The wheel ${'turns and '.repeat(100)}stops.`, 'I push it.').length).toBeLessThanOrEqual(
      300,
    );
  });
});
