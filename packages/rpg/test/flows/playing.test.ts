// Plays games through their handle: drafts, commits, the tree of turns, and what another process sees.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { createSession } from '../../src/game/create-session.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { buildEntity } from '../../src/state/apply-patches.ts';
import { hashEntity, hashState, updateHash } from '../../src/state/hash-state.ts';
import { listSessions } from '../../src/state/list-sessions.ts';
import { renderCanonicalJson } from '../../src/values/canonical-json.ts';
import { type GameState, playerId } from '../../src/values/entity.ts';
import { dumpGame } from '../support/dump-game.ts';
import { call, endTurn, openTestGame, playCalls, playDraft, testOpening } from '../support/open-test-game.ts';
import { buildSmallSystem } from '../support/small-system.ts';

function open() {
  const test = openTestGame();
  onTestFinished(test.close);
  const health = () => {
    const { resources } = test.game.state.find(playerId)?.sheet ?? {};
    return JSON.parse(JSON.stringify(resources ?? null))?.health?.current;
  };
  return { ...test, health };
}

const hit = (delta: number) => ['adjust', { path: 'resources.health.current', delta }] as const;
const withCode = (code: string) => expect.objectContaining({ code });

it('DM1: a game is played by the system it was begun with, whatever ships since', () => {
  const { connection, environment, system, game } = open();
  const later = {
    ...environment,
    connection,
    system: buildSmallSystem({ 'combat.guard': '5' }),
    opening: testOpening,
  };
  createSession({ ...later, name: 'Later' });
  const { clock } = environment;
  clock.advance(60_000);
  expect(listSessions(connection).map(({ name }) => name)).toEqual(['The Mill', 'Later']);
  expect(openGame({ connection, session: 'Later', clock }).state.find(playerId)?.sheet).toMatchObject({
    combat: { guard: 5 },
  });
  expect(game.system.hash).toBe(system.hash);
  playCalls(game, 'I come back.', []);
  expect(listSessions(connection).at(-1)).toEqual({ ...game.session, playedAtMs: clock.now() });
  expect(() => openGame({ connection, session: 'Latr', clock })).toThrow(withCode('session.unknown'));
});

it('DM2: an opening that is refused creates nothing, and says all that was refused', () => {
  const { clock, ids } = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const system = readShippedSystem('starter');
  const bad = { tool: 'move', by: 'system' } as const;
  const begin = { connection, clock, ids, system, name: 'A' };
  const cities = ['Rome', 'Oslo', 'Bern', 'Kyiv', 'Lima', 'Cairo', 'Quito'];
  const moves = cities.map((destination) => ({ ...bad, arguments: JSON.stringify({ destination }) }));
  expect(() => createSession({ ...begin, opening: moves })).toThrow(
    new RegExp(`${cities.map((city) => `move: There is no "${city}"`).join('.*')}.*these 7 steps`),
  );
  expect(listSessions(connection)).toEqual([]);
  createSession({ ...begin, opening: testOpening, narrative: 'It rains.' });
  expect(() => createSession({ ...begin, opening: [] })).toThrow(withCode('session.name-taken'));
  expect(() => createSession({ ...begin, name: ' ', opening: [] })).toThrow(withCode('session.bad-name'));
  const game = openGame({ connection, session: 'A', clock });
  expect(game.head).toMatchObject({ number: 0, narrative: 'It rains.' });
  expect(game.readActions(game.head.id).map(({ tool }) => tool)).toEqual([
    'begin',
    ...testOpening.map(({ tool }) => tool),
  ]);
  expect(() => game.undo()).toThrow(withCode('session.at-opening'));
});

it('DM3: a draft is seen through itself alone until it is committed, and then everywhere', () => {
  const { connection, game, reopen, health } = open();
  const other = reopen();
  const before = dumpGame(connection).filter((line) => !line.startsWith('5'));
  const draft = game.start('I fall.');
  call(draft, ...hit(-7));
  call(draft, 'note', { content: 'The stair is rotten.' });
  expect([health(), other.state.list('note').length]).toEqual([20, 0]);
  expect(draft.state.list('note')).toHaveLength(1);
  expect(dumpGame(connection).filter((line) => !line.startsWith('5'))).toEqual(before);
  const lore = [{ key: 'note:x', text: 'X', from: 'turn 0' }];
  const turn = draft.commit({ ...endTurn('You fall.'), lore });
  expect([health(), other.state.list('note').length]).toEqual([13, 1]);
  expect(other.listTurns(9)).toMatchObject([{ number: 0 }, { ...turn, summary: 'You fall.', lore }]);
  expect(other.listTurns(1)).toHaveLength(1);
  expect(other.readActions(turn.id)).toMatchObject([
    { tool: 'adjust', ok: true, by: 'model' },
    { tool: 'note' },
  ]);
  expect(() => call(draft, ...hit(-1))).toThrow('ended');
});

it('DM4: a draft that was left is taken up where it stood, with what was answered and the same dice', () => {
  const { game, reopen } = open();
  const draft = game.start('I climb.');
  const rolled = call(draft, 'roll', { formula: '3d6' });
  const refused = call(draft, 'nonsense', '{{');
  call(draft, 'npc_create', { name: 'Tom' });
  draft.recordReply('{"text":"So"}');
  draft.close();
  const other = reopen();
  expect(() => other.start('Instead')).toThrow(withCode('session.draft-left'));
  expect(() => other.undo()).toThrow(withCode('session.draft-left'));
  const left = other.findLeftDraft();
  expect(left).toMatchObject({ words: 'I climb.', replies: ['{"text":"So"}'] });
  expect(left?.actions.map(({ say }) => say)).toEqual([
    rolled.say,
    refused.say,
    'npc:tom "Tom" is there. At location:old-mill.',
  ]);
  const resumed = other.resume();
  expect(other.findLeftDraft()).toBeUndefined();
  expect(resumed.rolls).toEqual(rolled.rolls);
  expect(call(resumed, 'roll', { formula: '3d6' }).rolls[0]?.index).toBe(1);
  resumed.recordReply('second');
  const { number } = resumed.commit(endTurn());
  expect(number).toBe(1);
  expect(game.readActions(game.head.id)).toHaveLength(4);
  expect(() => game.resume()).toThrow(withCode('session.no-draft'));
});

it('DM4: what cannot be written did not happen, and the turn goes on when there is room again', () => {
  const { connection, game } = open();
  const draft = game.start('I write a diary.');
  const pages = Number(connection.pragma('page_count', { simple: true }));
  connection.pragma(`max_page_count = ${pages + 2}`);
  const write = (day: number) => call(draft, 'note', { content: `Day ${day}: ${'rain '.repeat(300)}` });
  const writeOn = () => Array.from({ length: 50 }, (_, day) => write(day));
  expect(writeOn).toThrow(withCode('store.full'));
  const written = draft.actions.length;
  expect(draft.state.list('note')).toHaveLength(written);
  connection.pragma('max_page_count = 100000');
  expect(write(99).ok).toBe(true);
  expect(game.readActions(draft.commit(endTurn()).id)).toHaveLength(written + 1);
});

it('DM5: words of a dropped turn stay listed until they are said again; an aside leaves nothing', () => {
  const { game, environment } = open();
  game.start('I open the door.').delete();
  environment.clock.advance(5);
  game.start('I knock.').close();
  expect(game.deleteLeftDraft()).toEqual({ words: 'I knock.' });
  game.start('/roll', { isAside: true }).delete();
  expect(game.listUnanswered().map(({ words }) => words)).toEqual(['I open the door.', 'I knock.']);
  playCalls(game, 'I knock.', []);
  expect(game.listUnanswered().map(({ words }) => words)).toEqual(['I open the door.']);
  expect(game.start('/roll', { isAside: true }).commit(endTurn('')).isAside).toBe(true);
  expect(() => game.start('x'.repeat(100_001))).toThrow(withCode('session.words-too-long'));
});

it('DM6: while a turn is open nobody begins another or moves the head; what another handle did is seen', () => {
  const { game, reopen, health } = open();
  const other = reopen();
  const draft = game.start('I rest.');
  for (const act of [
    () => other.start('x'),
    () => game.start('x'),
    () => other.undo(),
    () => other.moveTo(1, 'branch'),
  ]) {
    expect(act).toThrow(withCode('session.turn-open'));
  }
  expect(other.findLeftDraft()).toBeUndefined();
  draft.commit(endTurn());
  playCalls(other, 'I fall.', [hit(-5)]);
  expect([health(), game.head.words]).toEqual([15, 'I fall.']);
  other.undo();
  expect([health(), game.head.words]).toEqual([20, 'I rest.']);
});

it('DM7: undo, redo, retry, variants, branches and edits move the head through a tree that only grows', () => {
  const { connection, game, health } = open();
  for (const delta of [-1, -2, -3]) playCalls(game, `Turn ${delta}`, [hit(delta)]);
  expect([game.undo(2).number, health()]).toEqual([1, 19]);
  expect([game.redo().number, health()]).toEqual([2, 17]);
  expect([game.redo().number, health()]).toEqual([3, 14]);
  expect(() => game.redo()).toThrow(withCode('session.nothing-to-redo'));
  const first = game.head;
  const variant = playDraft(game.retry(), [hit(-9)]).turn;
  expect(variant.words).toBe('Turn -3');
  expect([health(), game.listVariants().map(({ id }) => id)]).toEqual([8, [first.id]]);
  game.createTurnBranch('the hard way');
  expect([game.moveTo(first.id, 'branch').id, health()]).toEqual([first.id, 14]);
  expect(game.listBranches()).toEqual([{ name: 'the hard way', turn: variant.id }]);
  const edited = game.editNarrative('It was otherwise.');
  expect([edited.narrative, edited.stateHash, health()]).toEqual(['It was otherwise.', first.stateHash, 14]);
  expect(game.listVariants().map(({ id }) => id)).toEqual([first.id, variant.id]);
  game.undo();
  expect(game.redo().id).toBe(edited.id);
  expect(connection.prepare('SELECT count(*) FROM turn').pluck().get()).toBe(6);
  expect(connection.prepare('SELECT reason FROM head_move ORDER BY id').pluck().all()).toEqual([
    'commit',
    'commit',
    'commit',
    'commit',
    'undo',
    'redo',
    'redo',
    'retry',
    'branch',
    'edit',
    'undo',
    'redo',
  ]);
  expect(() => game.moveTo(99, 'branch')).toThrow(withCode('session.no-such-turn'));
  expect(() => game.undo(9)).toThrow(withCode('session.at-opening'));
  expect(() => game.undo(0.5)).toThrow(withCode('session.bad-count'));
  expect(() => game.createTurnBranch(' ')).toThrow(withCode('session.bad-branch'));
});

it('DM7: the opening itself can be told otherwise', () => {
  const { game, health } = open();
  playCalls(game, 'I fall.', [hit(-4)]);
  game.undo();
  game.editNarrative('It snows.');
  playCalls(game, 'I fall harder.', [hit(-8)]);
  expect([game.listTurns(9).map(({ narrative }) => narrative), health()]).toEqual([
    ['It snows.', 'After I fall harder..'],
    12,
  ]);
  const [before] = [...game.listTurns(9)];
  game.moveTo(2, 'branch');
  expect([health(), game.listTurns(9).length, before?.id]).toEqual([16, 2, 3]);
});

it('DM8: a note that takes the place of a forgotten one gives it back', () => {
  const { connection, game } = open();
  playCalls(game, 'I see.', [['note', { content: 'It rains.' }]]);
  const before = dumpGame(connection);
  const draft = game.start('I see again.');
  draft.execute({ id: '', name: 'memory_forget', arguments: '{"key":"it-rains"}' }, 'player');
  call(draft, 'note', { content: 'It rains', kind: 'lore' });
  draft.commit(endTurn());
  game.undo();
  expect(dumpGame(connection)).toEqual(before);
});

it('DM9: a turn that is told again has the same dice', () => {
  const { game } = open();
  const rolls = [
    ['roll', { formula: '4d6' }],
    ['roll', { formula: '4d6' }],
  ] as const;
  const first = playCalls(game, 'I gamble.', rolls).acted.map(({ say }) => say);
  expect(playDraft(game.retry(), rolls).acted.map(({ say }) => say)).toEqual(first);
  expect(first[0]).not.toBe(first[1]);
  expect(playCalls(game, 'I gamble.', rolls).acted.map(({ say }) => say)).not.toEqual(first);
});

it('DM11: done again a game comes to the same; by changed rules the first turn and path that differ are named', () => {
  const { connection, game } = open();
  playCalls(game, 'I train.', [
    ['set', { path: 'attributes.might', value: 10 }],
    ['roll', { check: 'test' }],
  ]);
  playCalls(game, 'I grow.', [['set', { path: 'attributes.might', value: 16 }]]);
  playCalls(game, 'I rest.', []);
  expect(replay({ connection, session: 'The Mill' })).toEqual({ turns: 4 });
  const system = buildSmallSystem({ 'combat.guard': '10 + 2 * attributes.bonus' });
  const { divergence, turns } = replay({ connection, session: game.session.id, system });
  expect(turns).toBe(3);
  expect(divergence).toMatchObject({ entity: playerId, path: 'combat.guard', was: 13, is: 16 });
});

it('DM11: a roll that comes out otherwise is named, though nothing else came of it', () => {
  const { connection, game, system } = open();
  playCalls(game, 'I wait.', []);
  playCalls(game, 'I try.', [['roll', { check: 'test' }]]);
  const checks = system.manifest.checks?.map((check) => ({ ...check, dice: '1d20+100' }));
  const checked = checkManifest({ ...system.manifest, checks });
  const { divergence } = replay({
    connection,
    session: 'The Mill',
    system: checked.ok ? checked.system : undefined,
  });
  expect(divergence?.turn.words).toBe('I try.');
  expect(divergence?.roll?.was).toMatch(/^1d20\+0: /);
  expect(divergence?.roll?.is).toMatch(/^1d20\+100: .*: Hit$/);
  expect(divergence?.replayed).toBe(divergence?.recorded);
});

it('DM12: the hash of a state depends on no order, and is kept up by what changed', () => {
  const sheets = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  fc.assert(
    fc.property(fc.array(sheets, { maxLength: 5 }), sheets, (all, other) => {
      const entities = all.map((sheet, at) => buildEntity(`npc:${at}`, JSON.parse(JSON.stringify(sheet))));
      const turned = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(other).reverse())));
      const added = buildEntity('npc:other', JSON.parse(JSON.stringify(other)));
      const hash = hashState(entities);
      expect(hashState(entities.toReversed())).toBe(hash);
      expect(hashEntity(buildEntity('npc:other', turned))).toBe(hashEntity(added));
      expect(updateHash(hash, [[undefined, added]])).toBe(hashState([...entities, added]));
      expect(updateHash(hashState([...entities, added]), [[added, undefined]])).toBe(hash);
      expect(JSON.parse(renderCanonicalJson(added.sheet))).toEqual(added.sheet);
    }),
  );
});

it('DM7: the states behind the head are those in which the game was, walked back turn by turn, and nothing changes', () => {
  const { game } = open();
  const types = ['character', 'location', 'npc', 'clock', 'note'];
  const dump = (state: GameState) =>
    renderCanonicalJson(types.flatMap((type) => state.list(type).map(({ id, sheet }) => ({ id, sheet }))));
  const were = new Map<number, string>();
  const note = () => were.set(game.head.id, dump(game.state));
  note();
  for (const calls of [[hit(-2)], [], [hit(-3), hit(1)]]) {
    playCalls(game, 'On.', calls);
    note();
  }
  const before = dump(game.state);
  const walked: (readonly [number, string])[] = [];
  for (const { turn, state } of game.iterateStates(9)) walked.push([turn.id, dump(state)]);
  expect(walked).toEqual([...were].reverse());
  expect(dump(game.state)).toBe(before);
});
