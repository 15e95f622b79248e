// Kills a process while it forgets, at each of its writes in turn, and examines what is left.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { clearFreePages } from '../../src/forgetting/clear-free-pages.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { dumpMemory } from '../support/dump-memory.ts';
import { findWords } from '../support/find-words.ts';
import { openTestMemory } from '../support/open-test-memory.ts';

const everyWrite = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 23;
const script = fileURLToPath(new URL('../support/forget-process.ts', import.meta.url));

it('FG1: whatever write it is killed at, the memory is as before or as after, and forgetting again leaves no word', async () => {
  const lived = openTestMemory();
  onTestFinished(() => lived.close());
  lived.memory.hear('The kiln is warm.');
  const { eventId } = lived.memory.hear(
    'I moved to Zanzibar. <pin>Zanzibar is home</pin><plan>write from Zanzibar</plan>',
  );
  lived.memory.speak('<say>How far that is!</say><feeling>glad</feeling>');
  lived.memory.hear('And so on.');
  await lived.memory.wake();
  lived.stores.connection.pragma('wal_checkpoint(TRUNCATE)');
  const source = join(lived.folder, 'memory.sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'memory.sqlite');

  const lay = () => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    copyFileSync(source, path);
  };
  const run = (dyingWrite: number) =>
    spawnSync(process.execPath, [script, path, String(eventId), String(dyingWrite)]).signal;
  const look = () => {
    const connection = openMemoryDatabase({ path });
    clearFreePages(connection);
    expect(verifyMemory(connection).problems).toEqual([]);
    const { forgotten, ...dump } = dumpMemory(connection, join(folder, 'ambient.md'));
    connection.close();
    return { ...dump, isForgotten: JSON.stringify(forgotten) !== '[]' };
  };

  lay();
  const before = look();
  expect(findWords(folder, ['zanzibar'])).not.toEqual([]);
  expect(run(0)).toBeNull();
  const after = look();
  expect(findWords(folder, ['zanzibar'])).toEqual([]);
  let kills = 0;
  for (let write = 1; ; write += everyWrite) {
    lay();
    if (run(write) === null) break;
    kills += 1;
    const left = look();
    expect([before, after]).toContainEqual(left);
    if (!left.isForgotten) expect(run(0)).toBeNull();
    expect(look()).toEqual(after);
    expect(findWords(folder, ['zanzibar'])).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
});
