// Tests verifying a database of games: an undamaged database passes, and damage is named.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTestGame, playCalls, testOpening } from '../../test/support/open-test-game.ts';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { listSessions } from '../state/list-sessions.ts';
import { openSessionSettingsStore } from '../state/session-settings-store.ts';
import { createSession } from './create-session.ts';
import { verifyRpg } from './verify-rpg-store.ts';

function open(path = ':memory:') {
  const test = openTestGame({ path });
  onTestFinished(test.close);
  const hit = ['adjust', { path: 'resources.health.current', delta: -3 }] as const;
  playCalls(test.game, 'I fall.', [
    hit,
    ['note', { content: 'It hurts.', tags: ['Wounds', 'wounds', 'Élan'] }],
  ]);
  return test;
}

it('DM13: holds for a game that was played, and for none', () => {
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  expect(verifyRpg(connection).problems).toEqual([]);
  expect(verifyRpg(open().connection).problems).toEqual([]);
});

it('DM34: a game that gets another name is found by it, keeps its id and is sound; a taken name is refused', () => {
  const { connection, environment, system, game } = open();
  const { id, name } = game.session;
  game.rename('  The Unkept Lamp ');
  expect(game.session).toMatchObject({ id, name: 'The Unkept Lamp' });
  expect(listSessions(connection).map((one) => one.name)).toEqual(['The Unkept Lamp']);
  expect(verifyRpg(connection).problems).toEqual([]);
  game.rename('The Unkept Lamp');
  expect(() => game.rename(' ')).toThrow('That cannot be the name of a game.');
  createSession({ connection, ...environment, system, name, opening: testOpening });
  expect(() => game.rename(name)).toThrow(`There is a game "${name}" already.`);
});

it('DM35: a game that is set aside is kept and sound, whatever is said of its telling, and comes back', () => {
  const { connection, game } = open();
  const list = () => listSessions(connection).map(({ isSetAside }) => isSetAside);
  const wishes = openSessionSettingsStore(connection, game.session.id);
  game.setAside(true);
  game.setAside(true);
  wishes.write({ style: 'terse' });
  expect([wishes.read(), list(), game.session.isSetAside]).toEqual([{ style: 'terse' }, [true], true]);
  expect(verifyRpg(connection).problems).toEqual([]);
  game.setAside(false);
  expect([wishes.read(), list()]).toEqual([{ style: 'terse' }, [false]]);
  expect(verifyRpg(connection).problems).toEqual([]);
  // Even if the row is damaged, the game can be set aside and its wishes can be written.
  const damage = () => connection.exec(`UPDATE session_settings SET json = '{"half'`);
  damage();
  game.setAside(false);
  game.setAside(true);
  expect([wishes.read(), list()]).toEqual([{}, [true]]);
  damage();
  wishes.write({ style: 'terse' });
  expect([wishes.read(), list()]).toEqual([{ style: 'terse' }, [false]]);
});

it.each([
  ['state', `UPDATE game_state SET json = replace(json, '"current":17', '"current":18')`],
  ['state', 'DELETE FROM memories'],
  ['state', 'DELETE FROM game_state WHERE position = (SELECT min(position) FROM game_state)'],
  ['tags', 'DELETE FROM memory_tag'],
  ['tags', "UPDATE memory_tag SET tag = 'Salt' WHERE tag = 'wounds'"],
  ['heads', 'UPDATE sessions SET head = 1'],
  ['paths', 'DELETE FROM head_path WHERE number = 0'],
  [
    'moves',
    "INSERT INTO head_move (session_id, from_turn, to_turn, reason, at_ms) SELECT id, 1, 2, 'redo', 1 FROM sessions",
  ],
  ['events', 'DROP TRIGGER game_event_stays; DELETE FROM game_event WHERE sequence = 1'],
  ['descriptions', 'DELETE FROM turn_metadata WHERE turn_id = 1'],
  ['references', `PRAGMA foreign_keys = OFF; UPDATE head_path SET session_id = 'gone' WHERE number = 1`],
])('DM13: finds damage of %s', (check, damage) => {
  const { connection } = open();
  connection.exec(damage);
  expect(verifyRpg(connection).problems.map((problem) => problem.check)).toContain(check);
});

it('DM16: what has no seal is compared with what the turns come to, word for word', () => {
  const { connection } = open();
  connection.exec(`UPDATE game_state SET json = json || ' ' WHERE entity_type = 'scene'`);
  expect(verifyRpg(connection).problems).toEqual([
    {
      check: 'state',
      count: 1,
      rows: [
        {
          table: 'game_state',
          row: expect.stringMatching(/\/scene:now$/),
          what: 'does not follow from the turns',
        },
      ],
    },
  ]);
});

it('DM13: throws where a table is missing, an index is not what it indexes, or nothing may be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rpg.db');
  const { connection } = open(path);
  const reader = openRpgDatabase({ path, readonly: true });
  onTestFinished(() => void reader.close());
  expect(() => verifyRpg(reader)).toThrow(expect.objectContaining({ code: 'store.read-only' }));
  connection.exec(`INSERT INTO memory_index (memory_index) VALUES ('delete-all')`);
  expect(() => verifyRpg(connection)).toThrow(expect.objectContaining({ code: 'store.corrupt' }));
  connection.exec('DROP TABLE draft_reply; DROP TABLE draft_action; DROP TABLE draft');
  expect(() => verifyRpg(connection)).toThrow(expect.objectContaining({ code: 'store.damaged' }));
});
