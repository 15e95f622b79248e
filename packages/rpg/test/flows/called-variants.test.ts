// Tests variants of moves that a model calls as if they were moves.

import { expect, it, onTestFinished } from 'vitest';
import { call, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

it('TO22: a variant that is called as a move is rolled as that variant, or is told of which moves it is one', async () => {
  const test = openTestGame({ system: findShipped('starter') });
  onTestFinished(test.close);
  const calls = [
    { id: 'a', name: 'roll', arguments: '{"move":"Lie","against":"Mira","reason":"the ring"}' },
    { id: 'b', name: 'roll', arguments: '{"move":"push myself"}' },
  ];
  const { events } = await playScript([{ calls }, { text: 'So it is.' }], { game: test.game });
  const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
  expect(said[0]).toMatch(/^\("lie" was read as a variant of the move talk\.\)/);
  expect(test.game.readActions(test.game.head.id)[0]?.arguments).toContain('"move":"talk","against":"Mira"');
  expect(said[1]).toMatch(/^"push myself" is no move of its own, .* one of attack, sneak, talk/);
});

it('TO22: a spell that is given as a value of the roll is cast, and a phrase for a move is that move', async () => {
  const test = openTestGame({ system: findShipped('dnd5e') });
  onTestFinished(test.close);
  const before = test.game.start('I learn.');
  for (const name of ['Detect magic', 'Magic missile'])
    call(before, 'item_add', { name, list: 'features.spells', target: 'player' });
  before.commit({ narrative: 'So.', suggestions: [], summary: '', tags: [], importance: 0 });
  const rolls = [
    '{"move":"cast a spell","with":{"spell":"Detect Magic"}}',
    '{"move":"cast","with":{"spell":"features.spells.magic-missile"}}',
    '{"move":"sneak attack"}',
    '{"move":"look for traps"}',
  ];
  const replies = rolls.map((given) => ({ calls: [{ id: 'c', name: 'roll', arguments: given }] }));
  const { events } = await playScript([...replies, { text: 'So it is.' }], { game: test.game });
  const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
  expect(said[0]).toMatch(
    /^\("cast a spell" was read as the move cast\.\)\n\(with\.spell was read as `as`: Detect magic\.\)/,
  );
  expect(said[1]).toMatch(/^\(with\.spell was read as `as`: Magic missile\.\)/);
  expect(said[2]).toMatch(/^There is no move "sneak attack"/);
  expect(said[3]).toMatch(/^There is no move "look for traps"/);
});
