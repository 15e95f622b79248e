// Opens a memory in a folder of its own, with a clock that moves only when a test advances it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFakeEnvironment, type FakeClock } from '@terrarium/kernel/testing/fake-environment';
import { type MemoryStores, openMemoryStores } from '../../src/assembly/waking.ts';
import type { Memory, MemoryOptions } from '../../src/memory.ts';
import { openMemory } from '../../src/open-memory.ts';
import { migrate } from '../../src/wake.ts';

export interface TestMemory {
  readonly memory: Memory;
  readonly folder: string;
  readonly clock: FakeClock;
  /** The stores, on a separate connection that is opened at first use: with them a test looks at data and adds data. */
  readonly stores: MemoryStores;
  readonly close: () => void;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

let newMemory: Buffer | undefined;

/** Creating a memory takes longer than most of what a test does with it, so one is created once and copied. */
function layNewMemory(path: string): void {
  if (newMemory !== undefined) {
    writeFileSync(path, newMemory, { mode: 0o600 });
    return;
  }
  migrate(path).close();
  newMemory = readFileSync(path);
}

export function openTestMemory(options: Partial<MemoryOptions> = {}): TestMemory {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-test-'));
  const { clock } = buildFakeEnvironment();
  const database = join(folder, 'memory.sqlite');
  if (options.database === undefined) layNewMemory(database);
  const memory = openMemory({
    database,
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    ambientPath: join(folder, 'ambient.md'),
    timeZone: 'UTC',
    clock,
    ...options,
  });
  let stores: MemoryStores | undefined;
  return {
    memory,
    folder,
    clock,
    get stores() {
      stores ??= openMemoryStores(migrate(database));
      return stores;
    },
    close() {
      memory.close();
      stores?.connection.close();
      rmSync(folder, { recursive: true });
    },
  };
}
