// Kills processes at their writes and in the middle of a turn, and checks the games that they leave.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import type { Game, LeftDraft } from '../../src/state/game.ts';
import { endTurn, openTestGame } from '../support/open-test-game.ts';

const everyWrite = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 17;
const script = fileURLToPath(new URL('../support/play-main.ts', import.meta.url));

function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rpg.db');
  const test = openTestGame({ path });
  test.connection.pragma('wal_checkpoint(TRUNCATE)');
  test.close();
  return { folder, path };
}

function look(path: string) {
  const connection = openRpgDatabase({ path });
  const game = openGame({ connection, session: 'The Mill', clock: buildFakeEnvironment().clock });
  return { connection, game, close: () => void connection.close() };
}

/** Checks a draft that was left: a turn that is being retold is unchanged until the retelling is committed. */
function expectTakenUp(game: Game, left: LeftDraft, { isResumed }: { readonly isResumed: boolean }): void {
  const { head } = game;
  const { words, retold, actions, replies } = left;
  if (retold === undefined) expect(actions.length === 0 || replies.length === 1).toBe(true);
  else expect(retold).toEqual(head);
  if (isResumed) {
    expect(game.resume().commit(endTurn()).words).toBe(words);
    expect(game.head.number).toBe(retold === undefined ? head.number + 1 : head.number);
    return;
  }
  game.deleteLeftDraft();
  expect(game.head).toEqual(head);
  expect(game.listUnanswered().map((one) => one.words)).toEqual(retold === undefined ? [words] : []);
}

/** What follows from an action, here the end of the fight from a move, is stored with it or not at all. */
function countFled({ actions }: LeftDraft): number {
  const tools = actions.map(({ tool }) => tool);
  if (!tools.includes('move')) return 0;
  expect(tools.slice(-2)).toEqual(['move', 'mode_set']);
  return 1;
}

it('DM4, DM5, DM18: wherever it is killed, the game stands at a committed turn, whole, and what was left can be resumed or dropped', () => {
  const { folder, path } = prepare();
  const copy = join(folder, 'copy.db');
  let kills = 0;
  let retriesLeft = 0;
  let fled = 0;
  for (let write = 1; ; write += everyWrite) {
    for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true });
    copyFileSync(path, copy);
    const { signal, stderr } = spawnSync(process.execPath, [script, copy, String(write)]);
    if (signal === null) {
      expect(stderr.toString()).toBe('');
      break;
    }
    kills += 1;
    const { connection, game, close } = look(copy);
    expect(verifyRpg(connection).problems).toEqual([]);
    const left = game.findLeftDraft();
    if (left !== undefined) {
      if (left.retold !== undefined) retriesLeft += 1;
      fled += countFled(left);
      expectTakenUp(game, left, { isResumed: kills % 2 === 0 });
    }
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    expect(verifyRpg(connection).problems).toEqual([]);
    close();
  }
  expect(kills).toBeGreaterThan(3);
  expect(retriesLeft).toBeGreaterThan(0);
  expect(fled).toBeGreaterThan(0);
});

it('DM6: another process is refused while one holds a turn, and takes over from one that was killed', async () => {
  const { path } = prepare();
  const child = spawn(process.execPath, [script, path, 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  const { game, close } = look(path);
  expect(() => game.start('I push in.')).toThrow(
    expect.objectContaining({
      code: 'session.turn-open',
      message: expect.stringContaining(`process ${child.pid}`),
    }),
  );
  expect(game.findLeftDraft()).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(game.findLeftDraft()).toMatchObject({ words: 'I wait.' });
  game.resume().delete();
  expect(game.listUnanswered()).toMatchObject([{ words: 'I wait.' }]);
  expect(game.start('Now I').commit(endTurn()).number).toBe(1);
  close();
});
