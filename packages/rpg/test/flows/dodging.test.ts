// Tests allies who fight beside the player, and blows in the percentile system: who may dodge them, and blows with bare hands.

import { expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { readOrder } from '../../src/tools/moves/read-order.ts';
import { renderNow } from '../../src/turn/context/render-now.ts';
import { defaultTurnSettings } from '../../src/turn/turn-settings.ts';
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

it('MV50: the last injury of the percentile system is that of the newest loss, however it came about', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I fall.');
  const read = () => draft.state.find(playerId)?.sheet as never as Record<string, Record<string, unknown>>;
  const lose = (delta: number) => {
    call(draft, 'adjust', { path: 'resources.hp.current', delta });
    return [read()['combat']?.['last_wound'], read()['status']?.['is_badly_wounded']];
  };
  expect(lose(-5)).toEqual([5, true]);
  call(draft, 'set', { path: 'resources.hp.current', value: 10, reason: 'months later' });
  call(draft, 'set', { path: 'status.is_badly_wounded', value: false });
  // A wound from before does not make a scratch a major wound.
  expect(lose(-1)).toEqual([1, false]);
  // A scratch that takes the last point is no major wound either. A blow that takes more points than were left counts
  // in full.
  call(draft, 'set', { path: 'resources.hp.current', value: 1, reason: 'a long decline' });
  call(draft, 'set', { path: 'status.is_badly_wounded', value: false });
  expect(lose(-1)).toEqual([1, false]);
  call(draft, 'set', { path: 'resources.hp.current', value: 4, reason: 'cared for' });
  expect(call(draft, 'adjust', { path: 'resources.hp.current', delta: -14 }).say).toContain('dead');
  expect([read()['combat']?.['last_wound'], read()['status']?.['is_badly_wounded']]).toEqual([14, true]);
});

it('MV47: nobody dodges a shot', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  call(draft, 'npc_create', { name: 'Grum' });
  const shots = Array.from({ length: 12 }, (_, count) =>
    call(draft, 'roll', { move: 'attack', as: 'shoot', who: 'Grum', versus: 80, reason: `shot ${count}` }),
  );
  expect(shots.flatMap(({ rolls }) => rolls).filter(({ check }) => check === 'dodge')).toEqual([]);
  const hits = shots.filter(({ rolls }) => (rolls[0]?.outcome?.degree ?? 0) > 0);
  expect(hits.length).toBeGreaterThan(0);
  for (const { rolls, say } of hits)
    expect(
      rolls.slice(1).map(({ reason }) => reason),
      say,
    ).toEqual(rolls.slice(1).map(() => 'damage'));
});

it('MV49: a blow with bare hands is rolled with fighting and does little, whatever weapon is in hand', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  call(draft, 'npc_create', { name: 'Grum' });
  for (const [path, value] of [
    ['combat.weapon', 'rifle'],
    ['skills.rifle', 70],
    ['skills.fighting', 45],
    ['characteristics.str', 80],
    ['characteristics.siz', 60],
  ])
    call(draft, 'set', { path, value });
  const strike = (given: object) => call(draft, 'roll', { move: 'attack', against: 'Grum', ...given });
  expect(strike({}).rolls[0]?.target).toBe(70);
  expect(strike({ as: 'punch' }).rolls[0]).toMatchObject({ target: 45, targetPath: 'skills.fighting' });
  const [, harm] =
    Array.from({ length: 12 }, () => strike({ as: 'punch', versus: 95 }).rolls).find(
      (rolls) => rolls[1]?.reason === 'damage',
    ) ?? [];
  expect(harm?.rolled.expression).toMatch(/^1d3\+/);
});

it('MV47: an extreme success does the greatest damage, whoever strikes or shoots; a blade adds its dice', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  const values = { 'combat.damage_faces': 6, 'combat.damage_plus': 1, 'skills.dodge': 0 };
  call(draft, 'npc_create', { name: 'Grum', values });
  call(draft, 'set', { path: 'skills.dodge', value: 1 });
  call(draft, 'set', { path: 'combat.weapon', value: 'knife' });
  const blow = { move: 'attack', who: 'Grum', against: 'player', versus: 99 };
  const wounds = [blow, { ...blow, as: 'shoot' }].map((given) => {
    for (let count = 0; count < 200; count += 1) {
      call(draft, 'set', { path: 'resources.hp.current', value: 10, reason: 'rested' });
      const { rolls, patches } = call(draft, 'roll', { ...given, reason: `blow ${count}` });
      const { outcome } = rolls[0] ?? {};
      const lost = patches.find(({ path }) => path === 'resources.hp');
      if (outcome?.id === 'extreme' && lost !== undefined && rolls[1]?.outcome?.id !== 'critical')
        return Object(lost.before).current - Object(lost.after).current;
    }
    return undefined;
  });
  expect(wounds).toEqual([7, 7]);
  for (let count = 0; count < 200; count += 1) {
    const { rolls } = call(draft, 'roll', {
      move: 'attack',
      against: 'Grum',
      versus: 99,
      reason: `cut ${count}`,
    });
    if (rolls[0]?.outcome?.id !== 'extreme') continue;
    expect(rolls[1]?.rolled.expression).toContain('@blade_dice');
    return;
  }
  expect.fail('no extreme success');
});

it('MV20: whoever has a gun in hand acts 50 earlier, and shoots', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const draft = game.start('I stand there.');
  call(draft, 'set', { path: 'characteristics.dex', value: 60 });
  call(draft, 'npc_create', { name: 'Rook', values: { 'characteristics.dex': 40, 'combat.has_gun': true } });
  const begin = () => call(draft, 'mode_set', { mode: 'combat', opponents: ['Rook'] }).say;
  expect(begin()).toContain('npc:rook 90, character:player 60');
  const { rolls } = call(draft, 'roll', { move: 'attack', who: 'Rook', against: 'player', versus: 99 });
  expect(rolls.some(({ check }) => check === 'dodge')).toBe(false);
  call(draft, 'mode_set', { mode: 'exploration' });
  call(draft, 'set', { path: 'combat.weapon', value: 'revolver' });
  expect(begin()).toContain('character:player 110, npc:rook 90');
});

it('MV20, MV23, MV24: who came along fights from the beginning, is no opponent, and leaves the order with the place', () => {
  const { game, connection, close } = openTestGame({ system: findShipped('dnd5e') });
  onTestFinished(close);
  const way = game.start('We go.');
  call(way, 'npc_create', { name: 'Stay', at: 'Yard' });
  call(way, 'move', { destination: 'Yard', with: ['Mira'] });
  way.commit(endTurn());
  const talk = game.start('We talk.');
  call(talk, 'note', { content: 'Mira hums.' });
  talk.commit(endTurn());
  const draft = game.start('I draw.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const listPlaces = () => (readOrder(draft.state)?.places ?? []).map(({ id }) => id).toSorted();
  act('npc_create', { name: 'Snik', like: 'goblin' });
  const mistaken = act('mode_set', { mode: 'combat', opponents: ['Snik', 'Mira'] });
  expect(mistaken).toMatchObject({ ok: false, patches: [] });
  expect(mistaken.say).toContain('npc:mira is with the player');
  const begun = act('mode_set', { mode: 'combat', opponents: ['Snik'] });
  expect(begun.say).toContain("On the player's side: npc:mira.");
  expect(listPlaces()).toEqual([playerId, 'creature:snik', 'npc:mira']);
  const budget = new Proxy({}, { get: () => 1_000 }) as Parameters<typeof renderNow>[0]['budget'];
  const words = { settings: defaultTurnSettings, recalled: [], beside: [], words: 'I wait.', budget };
  act('npc_create', { name: 'Bystander', about: 'Sells eels.', type: 'npc' });
  const { present = '' } = renderNow({ ...words, system: findShipped('dnd5e'), state: draft.state });
  const lines = present.split('\n');
  for (const start of ['opponent creature:snik', 'npc:mira']) {
    const line = lines.find((one) => one.startsWith(start)) ?? '';
    expect(line).toMatch(/resources\.hp .*combat\.ac=.*saves\./);
    expect(line).not.toMatch(/hit_die|hp_bonus|hit_dice/);
  }
  expect(lines.find((one) => one.startsWith('npc:bystander'))).toMatch(/\(.*neutral\): Sells eels\.$/);
  act('mode_set', { mode: 'exploration' });
  // Whoever takes no part is left out, from the beginning or later, and is not brought in again.
  act('mode_set', { mode: 'combat', opponents: ['Snik'], left: ['Mira'] });
  expect(listPlaces()).toEqual([playerId, 'creature:snik']);
  act('mode_set', { mode: 'exploration' });
  act('mode_set', { mode: 'combat', opponents: ['Snik'] });
  expect(act('mode_set', { mode: 'combat', left: ['npc:mira'] }).ok).toBe(true);
  act('mode_set', { mode: 'combat', opponents: ['Snik'] });
  expect(listPlaces()).toEqual([playerId, 'creature:snik']);
  act('mode_set', { mode: 'exploration' });
  // A fight that a roll begins has the allies too.
  expect(act('roll', { move: 'attack', against: 'Snik' }).say).toContain('npc:mira');
  expect(listPlaces()).toEqual([playerId, 'creature:snik', 'npc:mira']);
  const passToMira = () => {
    for (let turns = 0; turns < 6 && readOrder(draft.state)?.turn !== 'npc:mira'; turns += 1) {
      const { turn } = readOrder(draft.state) ?? {};
      act('roll', {
        move: 'look',
        ...(turn === playerId ? { against: 'Snik' } : { who: turn, against: playerId }),
      });
    }
    expect(readOrder(draft.state)?.turn).toBe('npc:mira');
  };
  // A deed without a move is a turn too: somebody else rolls the save, and its reason says whose deed it withstands.
  passToMira();
  const shove = { formula: '1d20', who: 'Snik', versus: 10, reason: "save against Mira's shove" };
  expect(act('roll', { ...shove, reason: 'a slip on the stones' }).say).not.toContain('the turn of');
  expect(act('roll', { formula: '2d6', against: 'Mira', reason: 'more harm' }).say).not.toContain('turn of');
  expect(act('roll', shove).say).toMatch(/That was the turn of npc:mira\..*Turn: /s);
  expect(readOrder(draft.state)?.turn).not.toBe('npc:mira');
  passToMira();
  expect(act('move', { destination: 'Road', who: 'Mira' }).say).toContain('npc:mira is no longer where');
  expect(listPlaces()).toEqual([playerId, 'creature:snik']);
  expect(readOrder(draft.state)?.turn).not.toBe('npc:mira');
  // A foe who pursues the player is no ally.
  act('move', { destination: 'Road' });
  act('move', { destination: 'Road', who: 'Snik' });
  expect(act('mode_set', { mode: 'combat', opponents: ['Snik'] })).toMatchObject({ ok: true });
  draft.commit(endTurn());
  expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
});

it('MV36: who strikes in late gets a place first, and passes over nobody whose turn comes before', () => {
  for (const attitude of ['friendly', 'hostile']) {
    const { game, connection, close } = openTestGame({ system: findShipped('dnd5e') });
    onTestFinished(close);
    const draft = game.start('I stand there.');
    call(draft, 'npc_create', { name: 'Snik', like: 'goblin', values: { 'resources.hit_dice': 20 } });
    call(draft, 'mode_set', { mode: 'combat', opponents: ['Snik'] });
    const turn = () => readOrder(draft.state)?.turn;
    if (turn() === playerId) call(draft, 'roll', { move: 'attack', against: 'Snik' });
    expect(turn()).toBe('creature:snik');
    call(draft, 'npc_create', { name: 'Ram', like: 'goat', attitude });
    const blow = { move: 'attack', who: 'Ram', against: attitude === 'hostile' ? 'player' : 'Snik' };
    const acted = call(draft, 'roll', blow);
    expect([acted.ok, acted.say]).toEqual([
      false,
      expect.stringMatching(/Order of turns: .*creature:ram \d+[\s\S]*It is the turn of creature:snik/u),
    ]);
    expect(turn()).toBe('creature:snik');
    expect(call(draft, 'roll', { move: 'attack', who: 'Snik', against: 'player' }).ok).toBe(true);
    draft.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
  }
});
