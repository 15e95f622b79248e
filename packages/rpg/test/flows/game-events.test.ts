// Tests game events: a screen that reads nothing else shows the same as the store, whatever was done.

import { UsageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../src/database/open-rpg-database.ts';
import { createSession } from '../../src/game/create-session.ts';
import type { Game } from '../../src/state/game.ts';
import { openSessionSettingsStore } from '../../src/state/session-settings-store.ts';
import { type Follower, openFollower } from '../support/game-follower.ts';
import {
  call,
  endTurn,
  openTestGame,
  playCalls,
  playDraft,
  type TestGame,
  testOpening,
} from '../support/open-test-game.ts';

function open(): TestGame {
  const test = openTestGame();
  onTestFinished(test.close);
  return test;
}

const calls = [
  ['adjust', { path: 'resources.health.current', delta: -3 }],
  ['note', { content: 'It rains.' }],
  ['npc_create', { name: 'Tom' }],
  ['item_add', { name: 'rope' }],
  ['memory_forget', { key: 'it-rains' }],
  ['roll', { formula: '2d6' }],
  ['move', { destination: 'Yard' }],
] as const;

/** Things that can be done to a game; `drawn` chooses among their variants. */
const deeds: readonly ((test: TestGame, drawn: number) => void)[] = [
  ({ game }, drawn) => playCalls(game, `Turn ${drawn}`, [pick(drawn), pick(drawn + 3)]),
  ({ reopen }, drawn) => playCalls(reopen(), `Elsewhere ${drawn}`, [pick(drawn)]),
  ({ game }, drawn) => game.undo((drawn % 3) + 1),
  ({ game }) => game.redo(),
  ({ game }, drawn) => playDraft(game.retry(drawn % 2 === 0 ? undefined : `Rather ${drawn}`), [pick(drawn)]),
  ({ game }) => game.retry().delete(),
  ({ game }, drawn) => game.moveTo((drawn % 12) + 1, 'branch'),
  ({ game }, drawn) => game.editNarrative(`It was otherwise, ${drawn}.`),
  ({ game }, drawn) => game.editNarrative(`Once it was otherwise, ${drawn}.`, drawn % 7),
  ({ game }, drawn) => game.createTurnBranch(`moment ${drawn % 3}`),
  ({ game }) => game.start('I give it up.').delete(),
  ({ game }) => leave(game),
  ({ game }, drawn) => aside(game, drawn),
  ({ connection, game }, drawn) =>
    openSessionSettingsStore(connection, game.session.id).write({ style: `manner ${drawn}` }),
];

function pick(drawn: number) {
  return calls[drawn % calls.length] ?? calls[0];
}

function leave(game: Game): void {
  const draft = game.start('I am cut off.');
  call(draft, 'adjust', { path: 'resources.health.current', delta: -1 });
  draft.close();
  game.resume().commit(endTurn('It went on.'));
}

function aside(game: Game, drawn: number): void {
  const draft = game.start('/set', { isAside: true });
  draft.execute(
    { id: '', name: 'set', arguments: `{"path":"attributes.might","value":${drawn % 20}}` },
    'player',
  );
  draft.commit(endTurn(''));
}

/** A `UsageError` is ignored: what people do wrong must change nothing. */
function doOne(test: TestGame, [which, drawn]: readonly [number, number]): void {
  try {
    deeds[which]?.(test, drawn);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}

function catchUp(game: Game, follower: Follower): void {
  for (let events = game.listEvents(follower.sequence, 3); events.length > 0; ) {
    follower.take(events);
    events = game.listEvents(follower.sequence, 3);
  }
}

function expectSame({ game, connection }: TestGame, follower: Follower): void {
  expect([follower.head, follower.hash]).toEqual([game.head.id, game.head.stateHash]);
  expect(follower.isTurnOpen).toBe(false);
  const wishes = openSessionSettingsStore(connection, game.session.id).read();
  expect(follower.wishes).toEqual(wishes);
}

it('DM15: a screen that reads events alone stands where the store stands, after whatever was done', () => {
  const drawn = fc.tuple(fc.nat(deeds.length - 1), fc.nat(1000));
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 25 }), fc.nat(24), (todo, joinsAt) => {
      const test = openTestGame();
      const { game } = test;
      const follower = openFollower();
      let late: Follower | undefined;
      for (const [at, one] of todo.entries()) {
        doOne(test, one);
        if (at === joinsAt) late = openFollower(game.readStanding());
        if (at % 4 === 0) catchUp(game, follower);
      }
      catchUp(game, follower);
      expectSame(test, follower);
      expect(follower.visible.map(({ rolls: _, ...turn }) => turn)).toEqual(
        JSON.parse(JSON.stringify(game.listTurns(1000))),
      );
      expect([...follower.branches].map(([name, turn]) => ({ name, turn }))).toEqual(
        expect.arrayContaining([...game.listBranches()]),
      );
      if (late !== undefined) {
        catchUp(game, late);
        expect([late.head, late.hash]).toEqual([game.head.id, game.head.stateHash]);
      }
      test.close();
    }),
    { numRuns: 60 },
  );
});

it('DM15: events are numbered for each game by itself, tell what was rolled, and are given again from any number', () => {
  const { connection, environment, game, system } = open();
  createSession({ ...environment, connection, system, name: 'Other', opening: testOpening });
  playCalls(game, 'I gamble.', [['roll', { formula: '2d6' }]]);
  game.start('I wait.').delete();
  game.undo();
  const events = game.listEvents();
  expect(events.map(({ sequence, kind }) => [sequence, kind])).toEqual([
    [1, 'head-moved'],
    [2, 'turn-begun'],
    [3, 'head-moved'],
    [4, 'turn-ended'],
    [5, 'turn-begun'],
    [6, 'words-kept'],
    [7, 'turn-ended'],
    [8, 'head-moved'],
  ]);
  expect(events[2]).toMatchObject({
    reason: 'commit',
    keep: 0,
    turns: [{ words: 'I gamble.', rolls: [{}] }],
  });
  expect(events[7]).toMatchObject({ reason: 'undo', keep: 0, turns: [] });
  expect(game.listEvents(6)).toEqual(events.slice(6));
  expect(game.listEvents(8)).toEqual([]);
  expect(game.readStanding().sequence).toBe(8);
});

it('DM15: a game that is older than its events tells of all that moved its head', () => {
  const { connection, game } = open();
  playCalls(game, 'I fall.', [calls[0]]);
  game.undo();
  game.createTurnBranch('here');
  game.start('I am cut off.').close();
  game.close();
  const step = migrations.find(({ sql }) => sql.includes('CREATE TABLE game_event'))?.sql ?? '';
  connection.exec('DROP TABLE game_event');
  for (const name of connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%_told'")
    .pluck()
    .all()) {
    connection.exec(`DROP TRIGGER ${name}`);
  }
  connection.exec(step);
  const follower = openFollower();
  catchUp(game, follower);
  expect([follower.head, follower.hash, follower.isTurnOpen]).toEqual([
    game.head.id,
    game.head.stateHash,
    true,
  ]);
  expect([...follower.branches.keys()]).toEqual(['here']);
});
