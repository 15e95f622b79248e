// Tests slips of a model: calls that contradict what was done, or what is still open, and calls with swapped arguments.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { resumeTurn } from '../../src/play-turn.ts';
import { sendAgain } from '../../src/tools/slips/has-slipped-before.ts';
import { renderRules } from '../../src/turn/context/render-rules.ts';
import { type EntityId, playerId, sceneId } from '../../src/values/entity.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
import { isObject, type Json, type JsonObject } from '../../src/values/json.ts';
import { call, endTurn, openTestGame, playCalls, type TestGameOptions } from '../support/open-test-game.ts';
import { gather, playScript } from '../support/play-script.ts';
import { openStory } from '../support/play-story.ts';
import { findShipped } from '../support/shipped-system.ts';

function open(options: TestGameOptions = {}) {
  const test = openTestGame(options);
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const read = (id: EntityId) => draft.state.find(id)?.sheet;
  return { ...test, draft, act, read };
}

const starter = findShipped('starter');

/** A fight at the mill with a hound, in which the first blow has fallen. */
function openFight(seed = 'mill') {
  const test = open({ system: starter, seed });
  test.act('npc_create', { name: 'Hound', type: 'creature', at: 'Old Mill' });
  test.act('mode_set', { mode: 'combat', opponents: ['Hound'] });
  const blow = test.act('roll', { move: 'attack', against: 'Hound' });
  const harm = blow.patches.find(({ path }) => path.startsWith('resources.'));
  return { ...test, blow, harm };
}

/** A seed with which the blow harms the hound. */
const telling = Array.from({ length: 40 }, (_, index) => `blow-${index}`).find((seed) => {
  const test = openTestGame({ system: starter, seed });
  const draft = test.game.start('I act.');
  call(draft, 'npc_create', { name: 'Hound', type: 'creature', at: 'Old Mill' });
  call(draft, 'mode_set', { mode: 'combat', opponents: ['Hound'] });
  const { patches } = call(draft, 'roll', { move: 'attack', against: 'Hound' });
  draft.delete();
  test.close();
  return patches.some(({ path, entity }) => path === 'resources.vigour' && entity === 'creature:hound');
});

it('TO7: of somebody who lies beaten in a place, whoever comes there is told so', () => {
  const { act } = openFight(telling);
  act('set', { path: 'resources.vigour.current', value: 0, target: 'Hound', reason: 'the beam fell' });
  act('mode_set', { mode: 'exploration' });
  act('move', { destination: 'Yard' });
  expect(act('move', { destination: 'Old Mill' }).say).toMatch(/^- creature:hound "Hound" \(beaten\)/mu);
});

it('TO11: of what lies there, or is with somebody here who keeps no list, no second is made unless the call is sent again', () => {
  const { act } = openFight(telling);
  act('item_add', { name: 'Lantern', target: 'Old Mill' });
  const again = act('item_add', { name: 'the lantern', target: 'Old Mill' });
  expect([again.ok, again.patches, again.say.endsWith(sendAgain)]).toEqual([false, [], true]);
  expect(act('item_add', { name: 'the lantern', target: 'Old Mill' }).ok).toBe(true);
  act('item_add', { name: 'Silver whistle', target: 'Mira' });
  const given = act('item_add', { name: 'Silver whistle' });
  expect([given.ok, given.say]).toEqual([false, expect.stringContaining('item_remove with target npc:mira')]);
  act('item_remove', { item: 'Silver whistle', target: 'Mira' });
  expect(act('item_add', { name: 'Silver whistle' }).ok).toBe(true);
});

describe('what a roll has done', () => {
  it('MV31: harm that came with a roll is not done once more by adjust, unless the same call is sent again', () => {
    const { act, read, harm } = openFight(telling);
    const before = read('creature:hound');
    const again = { path: 'resources.vigour.current', delta: -2, target: 'Hound' };
    const twice = act('adjust', again);
    expect(twice).toMatchObject({ ok: false, patches: [] });
    expect(twice.say).toMatch(
      /^creature:hound resources\.vigour: .* → .* came with the roll already \(.*attack\)/,
    );
    expect(twice.say.endsWith(sendAgain)).toBe(true);
    expect(harm?.entity).toBe('creature:hound');
    expect(read('creature:hound')).toEqual(before);
    // A change in the other direction, or of somebody else, is not refused as a repetition.
    expect(act('adjust', { ...again, delta: 1 })).toMatchObject({ ok: true });
    expect(act('adjust', { ...again, target: 'Mira' }).say).not.toContain('already');
    expect(act('adjust', again)).toMatchObject({ ok: true });
    expect(act('adjust', { ...again, delta: -3 })).toMatchObject({ ok: false });
  });

  it('MV31: a model that sends both at once is told, one that sends all again changes nothing, and a repeat alone counts', async () => {
    const { game } = open({ system: starter, seed: telling ?? '' });
    game.close();
    const test = openTestGame({ system: starter, seed: telling });
    onTestFinished(test.close);
    const fight = test.game.start('I wait.');
    call(fight, 'npc_create', { name: 'Hound', type: 'creature', at: 'Old Mill' });
    fight.commit(endTurn());
    const roll = { id: 'a', name: 'roll', arguments: '{"move":"attack","against":"Hound"}' };
    const adjust = {
      id: 'b',
      name: 'adjust',
      arguments: '{"path":"vigour.current","delta":-1,"target":"Hound"}',
    };
    const { events } = await playScript(
      [{ calls: [roll, adjust] }, { calls: [roll, adjust] }, { calls: [adjust] }, { text: 'It yelps.' }],
      { game: test.game, words: 'I strike the hound.' },
    );
    const told = events.flatMap((event) => (event.kind === 'tool-called' ? [event] : []));
    expect(told.map(({ name, ok }) => [name, ok]).slice(0, 4)).toEqual([
      ['roll', true],
      ['adjust', false],
      ['roll', false],
      ['adjust', false],
    ]);
    expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
  });
});

it('MV37: what decides whether somebody is down is set with a reason only; anything else as it is', async () => {
  const test = openFight();
  const vigour = { path: 'resources.vigour.current', value: 1 };
  for (const target of ['player', 'Hound']) {
    const bare = test.act('set', { ...vigour, target });
    expect(bare).toMatchObject({ ok: false, patches: [] });
    expect(bare.say).toBe(
      'resources.vigour decides whether somebody is down. Call `set` with a `reason`, or `adjust` with what was lost or won.',
    );
    expect(test.act('set', { ...vigour, target, reason: 'the beam fell' }).ok).toBe(true);
  }
  expect(test.act('set', { path: 'about', value: 'A grey hound.', target: 'Hound' }).ok).toBe(true);
  const calls = [{ name: 'set', arguments: { ...vigour, reason: 'the beam falls' } }];
  const { events, game } = await playScript([{ calls }, { text: 'It falls.' }], {
    game: openTestGame({ system: starter }).game,
  });
  expect(JSON.stringify(events)).not.toContain('the beam falls');
  expect(game.readActions(game.head.id)[0]?.arguments).toContain('the beam falls');
});

describe('a fight that was left', () => {
  it('MV32: whoever walks away from all foes fights no longer, and the answer says so', () => {
    const { act, read } = openFight();
    const left = act('move', { destination: 'Yard' });
    expect(left.say).toContain('The fight is over: creature:hound is no longer where the player is.');
    expect(read(sceneId)).toMatchObject({ mode: 'exploration', opponents: [] });
  });

  it('MV32: foes that come along are fought on, those that leave are not, and what follows is replayed and undone', () => {
    const { act, read, draft, game, connection } = openFight();
    act('npc_create', { name: 'Cur', type: 'creature', at: 'Old Mill' });
    act('mode_set', { mode: 'combat', opponents: ['Hound', 'Cur'] });
    expect(act('move', { destination: 'Yard', with: ['Hound', 'Cur'] }).say).not.toContain('fight');
    expect(read(sceneId)).toMatchObject({ mode: 'combat' });
    const fled = act('move', { destination: 'Road', who: 'Cur' });
    expect(fled.say).toContain('creature:cur is no longer where the player is, and has left the fight.');
    expect(read(sceneId)).toMatchObject({ mode: 'combat', opponents: [{ name: 'creature:hound' }] });
    expect(act('move', { destination: 'Road', who: 'Hound' }).say).toContain('The fight is over');
    draft.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    game.undo();
    expect(game.state.find(sceneId)?.sheet['mode']).toBe('exploration');
  });

  it('MV32: a turn that broke off behind a move out of a fight is resumed as it was', async () => {
    const test = openTestGame({ system: starter });
    onTestFinished(test.close);
    const first = test.game.start('I wait.');
    call(first, 'npc_create', { name: 'Hound', type: 'creature', at: 'Old Mill' });
    call(first, 'mode_set', { mode: 'combat', opponents: ['Hound'] });
    first.commit(endTurn());
    const draft = test.game.start('I run.');
    const move = { id: 'a', name: 'move', arguments: '{"destination":"Yard"}' };
    draft.recordReply(JSON.stringify({ kind: 'recalled', recalled: [] }));
    expect(draft.execute(move, 'model').ok).toBe(true);
    draft.close();
    test.game.close();
    const game = openGame({
      connection: test.connection,
      session: 'The Mill',
      clock: buildFakeEnvironment().clock,
    });
    expect(game.findLeftDraft()?.actions.map(({ tool, by }) => [tool, by])).toEqual([
      ['move', 'model'],
      ['mode_set', 'system'],
    ]);
    game.close();
  });
});

describe('quests', () => {
  it('NB12: a quest with open steps is not done until they are marked, and one call marks them all', () => {
    const { act, read } = open();
    act('quest_update', { name: 'The Flood', steps: ['Find the sluice', 'Close it', 'Tell Mira'] });
    const early = act('quest_update', { name: 'flood', status: 'done', done: ['close it'] });
    expect(early.ok).toBe(false);
    expect(early.say).toContain('Open: "Find the sluice", "Tell Mira".');
    const [, ready = ''] = /quest_update (\{.*\})\. If/.exec(early.say) ?? [];
    expect(act('quest_update', JSON.parse(ready) as object)).toMatchObject({ ok: true });
    expect(read('quest:the-flood')).toMatchObject({ status: 'done' });
    for (const status of ['failed', 'dropped']) {
      act('quest_update', { name: `The ${status} one`, steps: ['Wait'] });
      expect(act('quest_update', { name: `The ${status} one`, status })).toMatchObject({ ok: true });
    }
  });

  it('NB12: a quest is done in one call with its last step, which may be given without a list', () => {
    const { act, read } = open();
    act('quest_update', { name: 'The Flood', steps: ['Close it'] });
    expect(act('quest_update', { name: 'The Flood', status: 'done', done: 'close it' }).ok).toBe(true);
    expect(read('quest:the-flood')?.['status']).toBe('done');
  });

  it('NB12: a step ahead of others is taken, and the answer names those that are open before it', () => {
    const { act } = open();
    act('quest_update', { name: 'The Flood', steps: ['Find the sluice', 'Close it', 'Tell Mira'] });
    expect(act('quest_update', { name: 'The Flood', done: ['tell mira'] }).say).toContain(
      'Still open before it: "Find the sluice", "Close it".',
    );
    expect(
      act('quest_update', { name: 'The Flood', done: ['find the sluice', 'close it'] }).say,
    ).not.toContain('Still open');
  });

  it('NB4: when the last open step is done the next one comes, also in a call that says that the quest is open', () => {
    const test = openTestGame();
    onTestFinished(test.close);
    const draft = test.game.start('I act.');
    const plan = { name: 'The Flood', about: 'Water.', steps: [{ name: 'Look' }, { name: 'Close it' }] };
    draft.execute({ id: '', name: 'quest_plan', arguments: JSON.stringify(plan) }, 'system');
    call(draft, 'quest_update', { name: 'The Flood', status: 'open' });
    const first = call(draft, 'quest_update', { name: 'The Flood', status: 'open', done: ['look'] });
    expect(first.say).toContain('the next step is known now: "Close it"');
    const last = call(draft, 'quest_update', { name: 'The Flood', done: ['close'] });
    expect(last.say).toContain('All its steps are done: to end it, set `status` to done.');
    draft.commit(endTurn());
    expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
  });

  it('NB4: a step that is done with the call that begins its quest is told of once', () => {
    const test = openTestGame();
    onTestFinished(test.close);
    const draft = test.game.start('I act.');
    const plan = {
      name: 'The Flood',
      about: 'Water.',
      steps: [{ name: 'Look at it' }, { name: 'Close it' }],
    };
    draft.execute({ id: '', name: 'quest_plan', arguments: JSON.stringify(plan) }, 'system');
    const { say } = call(draft, 'quest_update', { name: 'The Flood', done: ['Look'] });
    expect(say).not.toContain('known now: "Look at it"');
    expect(say).toMatch(/false → true\nquest:the-flood: the next step is known now: "Close it"\.$/);
  });

  it('NB13: a clock that ran for a quest is over with it, and no other', () => {
    const { act, read, draft, connection } = open();
    act('quest_update', { name: 'The Flood', about: 'Close the sluice before The Rising Water.' });
    act('quest_update', { name: 'The Long Road' });
    act('clock_tick', { name: 'The Rising Water', segments: 4 });
    act('clock_tick', { name: 'Patience', segments: 6, about: 'How long Mira waits.' });
    act('clock_tick', { name: 'Winter', segments: 8, about: 'How near the snow is.' });
    act('notebook', { of: 'Winter', kind: 'brings', text: 'Snow, while the quest "The Long Road" is open.' });
    expect(act('quest_update', { name: 'The Flood', status: 'done' }).say).toMatch(
      /clock:the-rising-water ran for quest:the-flood, which is over\.\nclock:the-rising-water is over and runs no more\./,
    );
    expect(draft.state.list('clock').map(({ id }) => id)).toEqual(['clock:patience', 'clock:winter']);
    act('quest_update', { name: 'The Long Road', status: 'dropped' });
    expect(read('clock:winter')).toBeUndefined();
    draft.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
  });
});

function readNumber(value: Json | undefined, ...path: readonly string[]): number {
  const at = path.reduce<Json | undefined>(
    (one, name) => (isObject(one ?? null) ? (one as JsonObject)[name] : undefined),
    value,
  );
  return Number(at);
}

describe('rests', () => {
  it('MV33: a rest is taken by its name or by what the rules call it, and the answer says which it was', () => {
    const { act, read } = open({ system: starter });
    act('adjust', { path: 'vigour.current', delta: -5 });
    const supply = () => readNumber(read(playerId)?.['resources'], 'supply', 'current');
    const before = supply();
    const bed = act('time_advance', { rest: 'a bed among friends' });
    expect(bed.say).toMatch(
      /vigour\.current: .*\nTaken as bed \(Bed among friends\)\. The others: short \(Breather\), long \(Camp\)\./,
    );
    expect(supply()).toBe(before);
    expect(act('time_advance', { rest: 'camp' }).say).toContain('Taken as long (Camp).');
    expect(supply()).toBe(before - 1);
    expect(act('time_advance', { rest: 'long rest' }).say).toContain('Taken as long (Camp).');
    expect(act('time_advance', { rest: 'siesta' })).toMatchObject({ ok: false });
    expect(act('time_advance', { rest: 'siesta' }).say).toMatch(
      /^There is no rest "siesta"\. Rests: .*bed \(Bed among friends\)/,
    );
    expect(renderRules(starter, 2_000)).toContain(
      'Rests: short (Breather), long (Camp), bed (Bed among friends)',
    );
    expect(renderRules(findShipped('fate'), 2_000)).not.toContain('Rests:');
  });

  it('MV33: whoever says that they sleep in a bed among friends makes no camp', async () => {
    const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'bed' });
    onTestFinished(story.close);
    const { happenings } = await story.play('I sleep in a bed');
    const calls = happenings.flatMap((one) => (one.kind === 'tool-called' ? [one.arguments] : []));
    expect(calls.join(' ')).toContain('"rest":"bed"');
  });
});

it('TO11: of a pile that has no list a part is not taken, as all of it would be gone', () => {
  const { act, read } = open();
  act('item_add', { name: 'Coin', quantity: 5, target: 'Mira' });
  expect(act('item_remove', { item: 'Coin', quantity: 2, target: 'Mira' })).toMatchObject({
    ok: false,
    say: '"5 Coin" is one pile, which goes as a whole. Send the call without `quantity`, and then item_add {"name":"Coin","quantity":3,"target":"npc:mira"} for the rest.',
  });
  expect(act('item_remove', { item: 'Coin', quantity: 5, target: 'Mira' }).ok).toBe(true);
  expect(act('item_add', { name: 'Coin', quantity: 3, target: 'npc:mira' }).ok).toBe(true);
  expect(read('item:3-coin')?.['holder']).toBe('npc:mira');
});

it('NB12: a quest cannot be ended past its open steps by setting its status', () => {
  const { act, read } = open();
  act('quest_update', { name: 'Find the key', steps: ['Look'] });
  for (const target of ['Find the key', 'quest:find-the-key'])
    expect(act('set', { path: 'status', target, value: 'done' })).toMatchObject({
      ok: false,
      say: 'The status of quest:find-the-key is set by quest_update, with its name and `status`.',
    });
  expect(act('set', { path: 'about', target: 'Find the key', value: 'It is lost.' }).ok).toBe(true);
  expect(act('quest_update', { name: 'Find the key', status: 'done' }).ok).toBe(false);
  expect(act('quest_update', { name: 'Find the key', done: ['Look'], status: 'done' }).ok).toBe(true);
  expect(read('quest:find-the-key')?.['status']).toBe('done');
});

describe('who is meant', () => {
  it('TO22: who and target stand for each other where one of them can be meant, and the answer says so', async () => {
    const test = openTestGame({ system: starter });
    onTestFinished(test.close);
    const calls = [
      { id: 'a', name: 'condition_add', arguments: '{"condition":"tired","who":"Mira"}' },
      { id: 'b', name: 'roll', arguments: '{"move":"attack","target":"Mira"}' },
      { id: 'c', name: 'move', arguments: '{"destination":"Yard","target":"Mira"}' },
    ];
    const { events } = await playScript([{ calls }, { text: 'So it is.' }], { game: test.game });
    const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
    expect(said[0]).toMatch(/^\(who was read as target\.\)\nnpc:mira conditions/);
    expect(said[1]).toMatch(/^\(target was read as against\.\)/);
    expect(said[2]).toMatch(/^\(target was read as who\.\)\nnpc:mira at/);
    expect(test.game.readActions(test.game.head.id).flatMap(({ rolls }) => rolls)[0]).toMatchObject({
      who: playerId,
      against: 'npc:mira',
    });
  });

  it('TO11: a thing that lies here is taken up, and lies here no longer, where a model names the list as well', async () => {
    const test = openTestGame();
    onTestFinished(test.close);
    const calls = [
      { id: 'a', name: 'item_add', arguments: '{"name":"Lantern","target":"Old Mill"}' },
      { id: 'b', name: 'item_add', arguments: '{"name":"the lantern","list":"inventory.items"}' },
      { id: 'c', name: 'item_add', arguments: '{"name":"rope","list":"inventory.items"}' },
    ];
    const { events } = await playScript([{ calls }, { text: 'So it is.' }], { game: test.game });
    const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
    expect(said[1]).toMatch(/^\(list was left out: what lies here is taken up\.\)/);
    expect(said[2]).toMatch(/^inventory\.items/);
    expect(test.game.state.find('item:lantern')?.sheet['holder'] ?? '').toBe('');
    expect(test.game.state.find(playerId)?.sheet).toMatchObject({
      inventory: { items: [{ name: 'Lantern' }, { name: 'rope' }] },
    });
  });

  it('TO17: a thing with words behind its name that tell more of it is that thing, and no second one', async () => {
    const test = openTestGame({ system: starter });
    onTestFinished(test.close);
    const add = (id: string, name: string) => ({
      id,
      name: 'item_add',
      arguments: JSON.stringify({ name }),
    });
    const calls = [
      add('a', 'Brass key to the cellar'),
      { id: 'b', name: 'move', arguments: '{"destination":"Cellar"}' },
      add('c', 'brass key of the mayor'),
      add('d', 'Letter from home'),
    ];
    const { events } = await playScript([{ calls }, { text: 'So it is.' }], { game: test.game });
    const said = events.flatMap((event) => (event.kind === 'tool-called' ? [event.say] : []));
    expect(said[0]).toMatch(/^\("Brass key to the cellar" was read as "Brass key"\.\)\n/);
    expect(said[1]).toContain('Opened with Brass key.');
    expect(said[2]).toContain('brass key of the mayor');
    expect(said[3]).toContain('Letter from home');
    expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
  });

  it('TU2: a call that was mended is not made again where its turn is resumed', async () => {
    const test = openTestGame({ system: starter });
    onTestFinished(test.close);
    const { game } = test;
    playCalls(game, 'I drop it.', [['item_add', { name: 'Silver ring', target: 'Old Mill' }]]);
    const calls = ['Silver ring of the miller', 'Silver ring'].map((name, at) => ({
      id: `add-${at}`,
      name: 'item_add',
      arguments: JSON.stringify({ name }),
    }));
    const away = new ProviderError({
      code: 'model.away',
      happened: 'Away.',
      todo: 'Wait.',
      retryable: false,
    });
    await playScript([{ calls }, away], { game });
    const left = game.findLeftDraft();
    expect(left?.actions).toHaveLength(2);
    await gather(resumeTurn({ game, model: buildScriptedModel([{ text: 'So it is.' }]) }));
    expect(game.readActions(game.head.id)).toEqual(left?.actions);
  });

  it('TO22: a roll whose target may be either is refused with both calls', () => {
    const { act } = open();
    const unclear = act('roll', { check: 'test', target: 'Mira' });
    expect(unclear).toMatchObject({ ok: false, rolls: [] });
    expect(act('roll', { check: 'test', target: 'Mira', who: null, against: '' }).say).toBe(unclear.say);
    expect(unclear.say).toContain(
      'roll {"check":"test","who":"Mira"} or roll {"check":"test","against":"Mira"}.',
    );
  });

  it('TO25: a roll or a fight against somebody elsewhere is refused, and done where it is sent again', () => {
    const { act, read } = open({ system: starter });
    act('npc_create', { name: 'Tom', at: 'Road' });
    const before = read(playerId);
    const far = act('roll', { move: 'attack', against: 'Tom' });
    expect(far).toMatchObject({ ok: false, rolls: [], patches: [] });
    expect(revealSecrets(far.say)).toBe(
      'npc:tom is not where the player is<secret> (at location:road)</secret>. Nothing was done. Move whoever is elsewhere first (call move with `who`), or leave them out; if this reaches them from afar, send the same call again.',
    );
    expect(act('roll', { move: 'foe_attack', who: 'Tom', against: 'player' })).toMatchObject({ ok: false });
    expect(act('mode_set', { mode: 'combat', opponents: ['Tom'] })).toMatchObject({ ok: false });
    expect(read(playerId)).toEqual(before);
    expect(act('roll', { move: 'attack', against: 'Tom' }).rolls).not.toEqual([]);
    act('move', { destination: 'Road' });
    expect(act('mode_set', { mode: 'combat', opponents: ['Tom'] }).ok).toBe(true);
  });

  it('TO21: the player is not made once more, unless the call is sent again', () => {
    const { act, read } = open();
    for (const name of ['Ada', 'the player', 'ada'])
      expect(act('npc_create', { name })).toMatchObject({ ok: false, patches: [] });
    expect(act('npc_create', { name: 'Ada Lovell' }).ok).toBe(true);
    expect(act('npc_create', { name: 'ada' }).ok).toBe(true);
    expect(read('npc:ada')).toBeDefined();
  });

  it('TO17: a name that several ways have is refused with the places to which they lead', () => {
    const { act, read } = open();
    for (const name of ['Barn', 'House'])
      act('place_create', { name, exits: [{ to: 'Old Mill', name: 'door' }] });
    expect(act('move', { destination: 'the door' }).say).toBe(
      'Several ways are called that: name the place. location:barn or location:house.',
    );
    expect(act('move', { destination: 'House' }).ok).toBe(true);
    expect(act('move', { destination: 'door' }).ok).toBe(true);
    expect(read(playerId)?.['at']).toBe('location:old-mill');
  });

  it('TO25: nobody comes along from elsewhere or from the dead, unless the call is sent again', () => {
    const { act, read } = open();
    act('npc_create', { name: 'Tom', at: 'Road' });
    const far = act('move', { destination: 'Yard', with: ['Mira', 'Tom'] });
    expect(far).toMatchObject({ ok: false, patches: [] });
    expect(revealSecrets(far.say)).toContain('(at location:road)</secret>. Nothing was done.');
    expect(act('move', { destination: 'Yard', with: ['Mira'] }).ok).toBe(true);
    expect(read('npc:mira')?.['at']).toBe('location:yard');
    act('set', { path: 'is_gone', target: 'Mira', value: true });
    const dead = act('move', { destination: 'Road', with: ['Mira'] });
    expect(dead.say).toMatch(/^npc:mira is gone for good\. Nothing was done\./);
    expect(act('move', { destination: 'Road', with: ['Mira'] }).ok).toBe(true);
  });

  it('TO25: a model that sends the roll again is not refused for a new call beside it', async () => {
    const test = openTestGame({ system: starter });
    onTestFinished(test.close);
    const opening = test.game.start('I wait.');
    call(opening, 'npc_create', { name: 'Tom', at: 'Road' });
    opening.commit(endTurn());
    const roll = { id: 'a', name: 'roll', arguments: '{"move":"attack","against":"Tom"}' };
    const note = { id: 'b', name: 'note', arguments: '{"content":"Tom is far away."}' };
    const { events } = await playScript(
      [{ calls: [roll] }, { calls: [roll, note] }, { text: 'The stone flies far.' }],
      { game: test.game, words: 'I throw a stone at Tom.' },
    );
    const told = events.flatMap((event) => (event.kind === 'tool-called' ? [event] : []));
    expect(told.map(({ name, ok }) => [name, ok])).toEqual([
      ['roll', false],
      ['roll', true],
      ['note', true],
    ]);
  });

  it('TO25: a word of the title of a quest or a clock means nobody, and its whole name means it', () => {
    const { act } = open({ system: starter });
    const made = act('quest_update', { name: 'The Lamp Nobody Sits Under', about: 'It is dark.' });
    expect(made).toMatchObject({ ok: true });
    const calls: readonly (readonly [string, object])[] = [
      ['roll', { move: 'attack', against: 'Nobody' }],
      ['roll', { check: 'test', who: 'nobody' }],
      ['item_add', { name: '5 gold', target: 'Nobody' }],
      ['condition_add', { condition: 'tired', target: 'Lamp' }],
    ];
    for (const [name, wanted] of calls) {
      const refused = act(name, wanted);
      expect(refused).toMatchObject({ ok: false, rolls: [], patches: [] });
      expect(refused.say).toContain('If you mean quest:the-lamp-nobody-sits-under, a quest, give that id');
    }
    const whole = act('roll', { check: 'test', against: 'the lamp nobody sits under' });
    expect(whole.say).not.toContain('nobody "');
  });

  it('TO23: a pronoun means the one person here who goes by it, and is asked about where several do', () => {
    const { act } = open();
    const add = (target: string) => act('condition_add', { condition: 'tired', target });
    act('npc_create', { name: 'Tom', about: 'A carter. He whistles.' });
    act('npc_create', { name: 'Lord Ash' });
    act('npc_create', { name: 'Herbert', about: 'He is elsewhere.', at: 'Road' });
    act('npc_create', { name: 'Dame Eve' });
    act('npc_create', { name: 'Cur', type: 'creature' });
    expect(add('her').say).toMatch(/^npc:dame-eve /);
    expect(add('it').say).toMatch(/^creature:cur /);
    expect(add('him').say).toBe('"him" may be npc:tom or npc:lord-ash: name one.');
    act('move', { destination: 'Road' });
    expect(add('her').say).toBe('Nobody here is "her": name whom you mean.');
    expect(add('him').say).toMatch(/^npc:herbert /);
  });

  it('TO23: whoever is here, a pronoun never means somebody who goes by the other or is elsewhere', () => {
    const { act, draft } = open();
    act('move', { destination: 'Yard' });
    const somebody = fc.record({
      is: fc.constantFrom('He', 'She', 'Somebody'),
      at: fc.constantFrom('Yard', 'Road'),
    });
    let count = 0;
    const add = ({ is, at }: { readonly is: string; readonly at: string }) => {
      count += 1;
      act('npc_create', { name: `Person ${count}`, about: `${is} waits.`, at });
    };
    const find = (pronoun: string) => {
      const { ok, say } = act('state_query', { target: pronoun });
      const [id] = /npc:[\w-]+/.exec(say) ?? [];
      return ok ? draft.state.find(id as EntityId) : undefined;
    };
    const pronouns = fc.constantFrom(['him', 'She '] as const, ['she', 'He '] as const);
    fc.assert(
      fc.property(fc.array(somebody, { maxLength: 3 }), pronouns, (people, [pronoun, other]) => {
        people.forEach(add);
        const found = find(pronoun);
        expect(found?.sheet['at'] ?? 'location:yard').toBe('location:yard');
        expect(String(found?.sheet['about'])).not.toContain(other);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a roll in a fight of the fifth edition', () => {
  function openGoblins() {
    const test = open({ system: findShipped('dnd5e') });
    test.act('npc_create', { name: 'Goblin', type: 'creature', at: 'Old Mill' });
    test.act('mode_set', { mode: 'combat', opponents: ['Goblin'] });
    return test;
  }

  it('MV43: a character who is down rolls for life, and does nothing else', () => {
    const { act } = openGoblins();
    act('set', { path: 'resources.hp.current', value: 0, reason: 'the goblin struck' });
    const blow = act('roll', { move: 'attack', against: 'Goblin' });
    expect(blow).toMatchObject({ ok: false, rolls: [], patches: [] });
    expect(blow.say).toBe(
      'character:player is down, and can do nothing in this fight. Next: roll {"move":"down"}',
    );
    expect(blow.say).toBe(act('roll', { check: 'Attack', against: 'Goblin' }).say);
    expect(act('roll', { move: 'attack', against: 'Goblin', reason: 'a reaction' }).say).toBe(blow.say);
    expect(act('roll', { move: 'Down' }).say).toMatch(/^It is the turn of creature:goblin: before /);
    expect(act('roll', { move: 'Down' }).rolls).toHaveLength(1);
    expect(act('roll', { move: 'attack', against: 'Goblin' }).say).toBe(blow.say);
    expect(act('roll', { move: 'down' }).say).toMatch(/^It is the turn of creature:goblin: before /);
    act('set', { path: 'resources.hp.current', value: 3, reason: 'a potion' });
    expect(act('roll', { move: 'attack', against: 'Goblin' }).say).not.toContain('is down');
  });

  it('MV43: whoever is stable makes no death saves; going down and getting up again bring what the rules say', () => {
    const { act, read } = openGoblins();
    act('set', { path: 'status.concentration', value: 'Bless' });
    const hit = act('adjust', { path: 'resources.hp.current', delta: -1 });
    expect(hit.rolls).toMatchObject([{ check: 'concentration', target: 10, who: playerId }]);
    act('set', { path: 'status.concentration', value: 'Bless' });
    const fell = act('set', { path: 'resources.hp.current', value: 0, reason: 'the goblin struck' });
    expect(fell.say).toMatch(/is down.*conditions: — → unconscious/s);
    expect(fell.rolls).toEqual([]);
    expect(JSON.stringify(read(playerId)?.['status'])).not.toContain('Bless');
    act('condition_add', { condition: 'stable', minutes: 240 });
    expect(act('roll', { move: 'down' })).toMatchObject({
      ok: false,
      rolls: [],
      say: 'character:player is stable: nothing is rolled for being down. Others act, or time passes.',
    });
    expect(act('roll', { move: 'attack', against: 'Goblin' }).say).toBe(
      'character:player is down, and can do nothing in this fight. Others act, or time passes.',
    );
    act('adjust', { path: 'resources.hp.current', delta: 3 });
    expect(JSON.stringify(read(playerId)?.['conditions'])).not.toMatch(/stable|unconscious/);
  });

  it('MV46: three death saves made by rolls make stable, and one that failed ends that', () => {
    const { act, read } = open({ system: findShipped('dnd5e') });
    act('set', { path: 'resources.hp.current', value: 0, reason: 'a fall' });
    const conditions = () => JSON.stringify(read(playerId)?.['conditions']);
    for (let count = 0; count < 60 && !conditions().includes('stable'); count += 1) {
      expect(act('roll', { move: 'down', reason: `save ${count}` }).rolls).toHaveLength(1);
      act('set', { path: 'status.death_failures', value: 0 });
      act('set', { path: 'resources.hp.current', value: 0, reason: 'down again' });
    }
    expect(conditions()).toContain('stable');
    expect(read(playerId)?.['status']).toMatchObject({ death_successes: [false, false, false] });
    expect(act('roll', { move: 'down' }).say).toContain('is stable: nothing is rolled');
    // Whoever is struck at 0 hit points has none to lose: the blow is a failed save.
    act('mark', { path: 'status.death_failures', count: 1 });
    expect(conditions()).not.toContain('stable');
    expect(act('roll', { move: 'down', reason: 'once more' }).rolls).toHaveLength(1);
  });

  it('MV51: an advantage that stands in `as` is part of the dice, of any move or check, also before a replay', async () => {
    const test = open({ system: findShipped('dnd5e') });
    test.draft.delete();
    const dice = (given: JsonObject) => ({ name: 'roll', arguments: given });
    const calls = [
      dice({ move: 'attack', as: 'advantage' }),
      dice({ check: 'saving_throw', as: 'with disadvantage', versus: 12 }),
      dice({ formula: '1d20', as: 'adv' }),
    ];
    const { events } = await playScript([{ calls }, { text: 'So it goes.' }], { game: test.game });
    const rolled = events.flatMap((event) => (event.kind === 'rolled' ? [event.roll.rolled.expression] : []));
    expect(rolled.slice(0, 3).join(' | ')).toMatch(/kh1.* \| .*kl1.* \| .*kh1/);
    // If a roll must stay at or under a number, the higher of two dice would be the worse one.
    const percent = open({ system: findShipped('percentile') });
    percent.draft.delete();
    const under = [
      dice({ check: 'skill_roll', as: 'advantage', versus: 50 }),
      dice({ formula: '1d100', as: 'dis' }),
    ];
    const told = await playScript([{ calls: under }, { text: 'So it goes.' }], { game: percent.game });
    const low = told.events.flatMap((event) =>
      event.kind === 'rolled' ? [event.roll.rolled.expression] : [],
    );
    expect(low.join(' | ')).toMatch(/^\d?d%b1? \| \d?d%p1?$/);
  });

  it('MV45: a spell at nobody costs nothing', () => {
    const { act, read } = openGoblins();
    act('set', { path: 'identity.class', value: 'wizard' });
    act('item_add', { name: 'Magic missile', list: 'features.spells' });
    const slots = JSON.stringify(read(playerId)?.['resources']);
    expect(act('roll', { move: 'cast', as: 'Magic missile' })).toMatchObject({
      ok: false,
      say: 'Magic missile does something to somebody: say to whom, in `against`.',
    });
    expect(JSON.stringify(read(playerId)?.['resources'])).toBe(slots);
    const cast = act('roll', { move: 'cast', as: 'Magic missile', against: 'Goblin' });
    expect(cast.say).not.toContain('say to whom');
  });

  it('MV44: a path that is 0 for whoever rolls is not taken where the other side has a value', () => {
    const { act } = openGoblins();
    act('set', { path: 'identity.class', value: 'wizard' });
    const save = { check: 'saving_throw', who: 'Goblin', against: 'player' };
    const own = act('roll', { ...save, versus: '@combat.spell_dc' });
    expect(own).toMatchObject({ ok: false, rolls: [] });
    expect(own.say).toMatch(
      /^combat\.spell_dc of creature:goblin, who rolls, is 0\. For that of character:player \(\d+\), write versus "against\.combat\.spell_dc"\.$/,
    );
    expect(act('roll', { ...save, versus: 'against.combat.spell_dc' }).rolls).toHaveLength(1);
  });
});
