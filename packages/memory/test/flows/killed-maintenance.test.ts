// Kills a process while it maintains a memory, at each of its writes in turn, and examines what is left.

import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { finishAmbient } from '../../src/maintenance/ambient-write-store.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { dumpMemory } from '../support/dump-memory.ts';
import { openMaintainedMemory } from '../support/maintained-memory.ts';
import { buildPlannedWriter } from '../support/planned-writer.ts';

const everyWrite = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 6;
const script = fileURLToPath(new URL('../support/maintain-process.ts', import.meta.url));
const former = 'Known before.\n';

/** Makes a memory with a fragment, a pin and some talk, whose file is complete without its write-ahead log. */
function prepare() {
  const memory = openMaintainedMemory();
  memory.hold('a pin');
  for (let day = 0; day < 9; day += 1) memory.hear(`Day ${day}: pots and glazes.`);
  const text = { ambient: 'Known.', recognition: 'Known.', inventory: 'Known.', sources: [] };
  openFragmentStore(memory.connection).create({ key: 'known', ...text }, 1);
  memory.connection.pragma('wal_checkpoint(TRUNCATE)');
  return memory;
}

it('MT13: whatever write it is killed at, the store is as before or as after, and the next run ends as if nothing had been', async () => {
  const memory = prepare();
  const [databasePath, ambientPath] = [join(memory.folder, 'copy.sqlite'), join(memory.folder, 'copy.md')];
  const { clock } = buildFakeEnvironment();
  const look = () => {
    const connection = openMemoryDatabase({ path: databasePath });
    finishAmbient(connection, ambientPath, clock);
    const dump = dumpMemory(connection, ambientPath);
    connection.close();
    return dump;
  };
  const lay = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(databasePath + ending, { force: true });
    copyFileSync(memory.databasePath, databasePath);
    writeFileSync(ambientPath, former);
  };
  const maintain = (dyingWrite: number) =>
    spawnSync(process.execPath, [script, databasePath, ambientPath, String(dyingWrite)]).signal;

  lay();
  const before = look();
  expect(maintain(0)).toBeNull();
  const after = look();
  expect(after).not.toEqual(before);

  let kills = 0;
  for (let write = 1; ; write += everyWrite) {
    lay();
    if (maintain(write) === null) break;
    kills += 1;
    expect([before, after]).toContainEqual(look());
    const connection = openMemoryDatabase({ path: databasePath });
    const ground = {
      connection,
      clock,
      ambientPath,
      writer: buildPlannedWriter(),
      tokens: { count: (text: string) => text.length },
    };
    await runMaintenance(ground, { kind: 'light' });
    connection.close();
    expect(look()).toEqual(after);
  }
  expect(kills).toBeGreaterThan(5);
  memory.close();
});
