// Tests kept memories: while one is open between requests, pages always show what its file contains.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openMemory } from '@terrarium/memory/open-memory';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginGame } from './support/begin-game.ts';
import { openRememberingServer, type RememberingServer } from './support/remembering-server.ts';
import { openSampleServer } from './support/sample-server.ts';

const base = '/api/worlds/low-veyre';

type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;
type Entries = RouteAnswer<'GET /api/worlds/{world}/entries'>;
type Table = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
type Games = RouteAnswer<'GET /api/worlds/{world}/games'>;
type Home = RouteAnswer<'GET /api/worlds/{world}'>;
type Failure = { readonly code: string };

async function open(first: string): Promise<RememberingServer> {
  const server = await openRememberingServer({ live: (memory) => void memory.hear(first) });
  onTestFinished(() => server.close());
  return server;
}

async function listShown(server: RememberingServer): Promise<readonly string[]> {
  return (await server.read<Talk>(`${base}/talk`)).messages.map(({ shown }) => shown);
}

/** Changes a memory as another program does. */
function updateBeside({ environment }: RememberingServer, path: string, words: string): void {
  const memory = openMemory({
    database: path,
    wakeContextPath: `${path}.wake`,
    wakeContextImagePath: `${path}.image`,
    ambientPath: `${path}.ambient`,
    voices: { user: [{ id: 'kit', name: 'Kit' }], companion: [{ id: 'sage', name: 'Sage' }] },
    clock: environment.clock,
  });
  memory.hear(words);
  memory.close();
}

function createOther(server: RememberingServer, words: string): string {
  const path = join(server.worldDir, '..', 'other.sqlite');
  rmSync(path, { force: true });
  updateBeside(server, path, words);
  return path;
}

const nameMemory = (server: RememberingServer) => join(server.worldDir, 'memory.sqlite');

/**
 * Whether the database is open, and its log is empty: SQLite removes the files beside it when the last connection is
 * closed.
 */
const isKept = (path: string) => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size === 0;

test('FT6: a memory that was looked at stays open, and what other programs write is shown at once', async () => {
  const server = await open('The first lamp.');
  const path = nameMemory(server);
  expect(await listShown(server)).toEqual(['The first lamp.']);
  expect(isKept(path)).toBe(true);
  expect(await listShown(server)).toEqual(['The first lamp.']);
  updateBeside(server, path, 'The second lamp.');
  expect(await listShown(server)).toEqual(['The first lamp.', 'The second lamp.']);
  await server.read(`${base}/talk`, { method: 'POST', body: { text: 'The third lamp.' } });
  expect(await listShown(server)).toEqual(['The first lamp.', 'The second lamp.', 'The third lamp.']);
  // Once the talk was read again, the file itself contains everything, and the log beside it nothing.
  const alone = join(server.worldDir, '..', 'alone.sqlite');
  await listShown(server);
  copyFileSync(path, alone);
  const copy = openMemoryDatabase({ path: alone });
  expect(copy.prepare('SELECT count(*) FROM event').pluck().get()).toBe(3);
  copy.close();
});

test('FT6: a memory that is replaced, or copied over, is read from the file that took its place', async () => {
  const server = await open('The first lamp.');
  const path = nameMemory(server);
  await listShown(server);
  renameSync(createOther(server, 'Another talk.'), path);
  expect(await listShown(server)).toEqual(['Another talk.']);
  expect(isKept(path)).toBe(true);
  copyFileSync(createOther(server, 'A talk from a backup.'), path);
  expect(await listShown(server)).toEqual(['A talk from a backup.']);
  await server.read(`${base}/talk`, { method: 'POST', body: { text: 'And on it goes.' } });
  expect(await listShown(server)).toEqual(['A talk from a backup.', 'And on it goes.']);
  const now = openMemoryDatabase({ path });
  expect(now.pragma('integrity_check', { simple: true })).toBe('ok');
  now.close();
});

/** A program that writes into the database and is killed: what it wrote is then in the log alone. */
const writeAndDie = `
  const Database = require(process.argv[1]);
  const database = new Database(process.argv[2]);
  database.pragma('user_version = 4711');
  process.kill(process.pid, 'SIGKILL');
`;

test('FT6: closing a file that was replaced leaves the log of the file that took its place', async () => {
  const server = await open('The first lamp.');
  const path = nameMemory(server);
  await listShown(server);
  renameSync(createOther(server, 'Another talk.'), path);
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  spawnSync(process.execPath, ['-e', writeAndDie, driver, path]);
  const log = statSync(`${path}-wal`).size;
  expect(log).toBeGreaterThan(0);
  // The first request notices the change, and reads what the other program wrote: an unknown version.
  expect(await server.read<Failure>(`${base}/talk`)).toMatchObject({ code: 'store.newer-version' });
  expect(() => openMemoryDatabase({ path })).toThrow(/schema 4711/u);
});

test('FT6: a memory that is gone or damaged while it was open is told of at the next request', async () => {
  const server = await open('The first lamp.');
  const path = nameMemory(server);
  await listShown(server);
  rmSync(path);
  expect(await server.read<Failure>(`${base}/talk`)).toMatchObject({ code: 'world.store-gone' });
  expect(existsSync(path)).toBe(false);
  renameSync(createOther(server, 'Another talk.'), path);
  expect(await listShown(server)).toEqual(['Another talk.']);
  writeFileSync(path, 'Not a database at all. '.repeat(400));
  expect(await server.read<Failure>(`${base}/talk`)).toMatchObject({ code: 'store.not-a-database' });
});

test('FT6: a server that is stopped leaves nothing beside the file of a memory', async () => {
  const server = await open('The first lamp.');
  await Promise.all([listShown(server), listShown(server), server.read(`${base}/mind`)]);
  expect(isKept(nameMemory(server))).toBe(true);
  const again = await server.restart();
  onTestFinished(() => again.close());
  expect(readdirSync(server.worldDir).filter((name) => /-(?:wal|shm)$/u.test(name))).toEqual([]);
  expect(await listShown(again)).toEqual(['The first lamp.']);
});

test('FT6: the list of games and the first page follow what is begun elsewhere, and a file that is restored', async () => {
  const server = await open('The first lamp.');
  const path = join(server.worldDir, 'rpg.db');
  const count = async () => {
    const { games } = await server.read<Games>(`${base}/games`);
    const home = await server.read<Home>(base);
    expect(home.lastGame?.id).toBe(games[0]?.id);
    expect(home.games).toBe(games.length);
    return games.length;
  };
  beginGame(server.worldDir);
  expect([await count(), await count()]).toEqual([1, 1]);
  const backup = join(server.worldDir, '..', 'backup.db');
  copyFileSync(path, backup);
  beginGame(server.worldDir, 'starter', 'the-unkept-lamp', 'Another game');
  expect([await count(), await count()]).toEqual([2, 2]);
  copyFileSync(backup, path);
  expect(await count()).toBe(1);
  writeFileSync(path, 'Not a database at all. '.repeat(400));
  expect(await server.read<Failure>(`${base}/games`)).toMatchObject({ code: 'store.not-a-database' });
});

test('FT6: a game that is open is read from the file that took its place, without what came after the copy', async () => {
  const server = await open('The first lamp.');
  const path = join(server.worldDir, 'rpg.db');
  const game = beginGame(server.worldDir);
  const readTable = () => server.read<Table>(game.path);
  const playTurn = async (line: string) => {
    const { head } = await readTable();
    await server.read(`${game.path}/lines`, { method: 'POST', body: { line, after: head } });
    return await vi.waitUntil(async () => (await readTable()).turns.find(({ words }) => words === line));
  };
  const words = async () =>
    (await readTable()).turns.flatMap((turn) => (turn.words === '' ? [] : turn.words));
  const backup = join(server.worldDir, '..', 'backup.db');
  const now = openRpgDatabase({ path });
  await now.backup(backup);
  now.close();
  await playTurn('I wait.');
  expect(await words()).toEqual(['I wait.']);
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  renameSync(backup, path);
  expect(await words()).toEqual([]);
  await playTurn('I look around.');
  expect(await words()).toEqual(['I look around.']);
  const after = openRpgDatabase({ path });
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
  after.close();
});

test('FT6: a glossary that is restored is read from the file that took its place', async () => {
  const server = await openSampleServer();
  onTestFinished(() => server.close());
  const path = join(server.worldDir, 'annotator.db');
  const backup = join(server.folder, 'backup.db');
  copyFileSync(path, backup);
  const list = async () => (await server.read<Entries>(`${base}/entries?limit=200`)).entries;
  const [first] = await list();
  await server.read(`${base}/entries/${first?.id}`, { method: 'PATCH', body: { term: 'Somebody Else' } });
  expect((await list()).map(({ term }) => term)).toContain('Somebody Else');
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  copyFileSync(backup, path);
  const terms = (await list()).map(({ term }) => term);
  expect(terms).toContain(first?.term);
  expect(terms).not.toContain('Somebody Else');
});
