// Tests that a blow of the percentile system is dodged by whoever it is made against.

import { expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

const degrees = ['failure', 'regular', 'hard', 'extreme', 'critical'];

it('MV47: the better degree wins, and a tie goes to whoever dodges', () => {
  const { game, connection, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  call(draft, 'npc_create', { name: 'Grum' });
  call(draft, 'set', { path: 'skills.dodge', value: 60 });
  const seen = new Set<string>();
  for (let count = 0; count < 60; count += 1) {
    call(draft, 'set', { path: 'resources.hp.current', value: 10, reason: 'rested' });
    const blow = { move: 'attack', who: 'Grum', versus: 80, against: 'player', reason: `blow ${count}` };
    const { rolls, patches, say } = call(draft, 'roll', blow);
    const [struck, dodged] = rolls.map(({ outcome }) => degrees.indexOf(outcome?.id ?? ''));
    const isHarmed = patches.some(({ path }) => path === 'resources.hp');
    if (struck === undefined || struck < 1) {
      expect([rolls.length, isHarmed]).toEqual([1, false]);
      continue;
    }
    expect(rolls[1]).toMatchObject({ who: 'character:player', check: 'dodge', target: 60 });
    expect(isHarmed, say).toBe(struck > Math.max(0, dodged ?? 0));
    expect(rolls.slice(2).every(({ who }) => who === 'npc:grum')).toBe(true);
    seen.add(`${struck > (dodged ?? 0)} ${struck === dodged}`);
  }
  expect([...seen].sort()).toEqual(['false false', 'false true', 'true false']);
  draft.commit(endTurn());
  expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
});

it('MV47: the player dodges a blow of a foe also where a model does not say whom it is made against', async () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  call(draft, 'npc_create', { name: 'Grum' });
  draft.commit(endTurn());
  const calls = Array.from({ length: 12 }, (_, count) => ({
    id: `blow-${count}`,
    name: 'roll',
    arguments: JSON.stringify({ move: 'attack', who: 'npc:grum', versus: 80, reason: `blow ${count}` }),
  }));
  const { events } = await playScript([{ calls }, { text: 'It is over.' }], { game });
  const rolls = events.flatMap((event) => (event.kind === 'rolled' ? [event.roll] : []));
  const dodges = rolls.filter(({ check }) => check === 'dodge');
  expect(dodges.length).toBeGreaterThan(0);
  expect(new Set(dodges.map(({ who }) => who))).toEqual(new Set([playerId]));
  const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
  expect(said.join('\n')).not.toContain('was left out');
});
