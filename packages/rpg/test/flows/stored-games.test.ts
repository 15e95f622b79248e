// Tests opening games that earlier versions stored: each is copied first, is sound and complete, and can be continued.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Connection, type Migrated, openDatabase } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrations, openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { exportGame } from '../../src/exchange/export-game.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import { listSessions } from '../../src/state/list-sessions.ts';
import { playCalls } from '../support/open-test-game.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
const newest = migrations.length;
const { clock, ids } = buildFakeEnvironment();

const versions = readdirSync(fixtures)
  .flatMap((name) => /^game-v(\d+)\.db\.gz$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((one, other) => one - other);

/** Opens the stored game of a version, and returns it with the original bytes of its file. */
function openStored(version: number) {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-stored-'));
  const path = join(folder, 'rpg.db');
  writeFileSync(path, gunzipSync(readFileSync(join(fixtures, `game-v${version}.db.gz`))));
  const told: Migrated[] = [];
  const connection = openRpgDatabase({ path, onMigrated: (migrated) => told.push(migrated) });
  onTestFinished(() => {
    connection.close();
    rmSync(folder, { recursive: true });
  });
  const backupPath = `${path}.v${version}.backup`;
  expect(told).toEqual(version === newest ? [] : [{ from: version, to: newest, backupPath }]);
  return { path, connection, before: openAsStranger(version === newest ? path : backupPath) };
}

/** Opens the database in the way of a program that knows nothing of seals. */
function openAsStranger(path: string): Connection {
  const stranger = openDatabase({ path, title: 'the games', migrations: [], schema: 'foreign' });
  onTestFinished(() => void stranger.close());
  return stranger;
}

const readTurns = (connection: Connection) =>
  connection.prepare('SELECT id, parent, number, words, narrative FROM turn ORDER BY id').all();

describe('a game of an earlier version', () => {
  it('DM19: is stored for every layout there was, this one included', () => {
    expect(versions).toEqual(Array.from({ length: newest }, (_, index) => index + 1));
  });

  it.each(versions)('DM19: of schema %i is copied, sound, and holds what was played', (version) => {
    const { connection, before } = openStored(version);
    expect(verifyRpg(connection).problems).toEqual([]);
    expect(readTurns(connection)).toEqual(readTurns(before));
    expect(readTurns(connection)).toHaveLength(7);
    const [session] = listSessions(connection);
    const game = openGame({ connection, session: session?.id ?? '', clock });
    onTestFinished(() => game.close());
    expect(
      game
        .listTurns(10)
        .map(({ words }) => words)
        .at(-1),
    ).toBe('rest a while');
    expect(game.listBranches().map(({ name }) => name)).toEqual(['before the search']);
    const story = exportGame({ connection, session: game.session.id, format: 'story', ids });
    expect(story).toContain(game.head.narrative.split('\n')[0]);
    expect(replay({ connection, session: game.session.id }).divergence).toBeUndefined();
  });

  it.each(versions)('DM19: of schema %i is played on, undone and done again, and stays sound', (version) => {
    const { path, connection } = openStored(version);
    const [session] = listSessions(connection);
    const game = openGame({ connection, session: session?.id ?? '', clock });
    onTestFinished(() => game.close());
    const { number } = game.head;
    const { acted } = playCalls(game, 'I go on.', [['npc_create', { name: 'Ostler', about: 'The ostler.' }]]);
    expect(acted.map(({ ok }) => ok)).toEqual([true]);
    expect(game.head.number).toBe(number + 1);
    expect(game.undo(2).number).toBe(number - 1);
    expect([game.redo().number, game.redo().words]).toEqual([number, 'I go on.']);
    expect(verifyRpg(connection).problems).toEqual([]);
    expect(connection.prepare('SELECT count(*) FROM record_seal').pluck().get()).toBeGreaterThan(20);
    openAsStranger(path).exec("UPDATE memories SET content = 'Something else.'");
    const named = verifyRpg(connection).problems.flatMap(({ rows }) => rows);
    expect(named).toContainEqual(expect.objectContaining({ table: 'memories' }));
  });
});
