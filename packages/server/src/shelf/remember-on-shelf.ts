// Opens the memory of a world on the shelf, to look into it or to work with it as a companion does.

import {
  type MemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
  withPlainCompanion,
} from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Memory } from '@terrarium/memory/memory';
import type { Desk } from './desk.ts';

type Shelved = Pick<Desk, 'host' | 'shelf'>;

/** A world that remembers nothing yet is looked at as an empty memory, and stays as it is. */
export async function readOfMemory<Result>(
  { host, shelf }: Shelved,
  key: string,
  look: (connection: Connection, memory: MemoryWorld) => Result,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await withMemoryDatabase(host, memory, (connection) => look(connection, memory), { isLook: true });
}

/** The same for what is changed without a companion. */
export async function updateMemory<Result>(
  { host, shelf }: Shelved,
  key: string,
  change: (connection: Connection) => Result,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await withMemoryDatabase(host, memory, change);
}

/** The same, as a companion's memory: no server is asked. */
export async function askMemory<Result>(
  { host, shelf }: Shelved,
  key: string,
  ask: (companion: Memory, memory: MemoryWorld) => Result | Promise<Result>,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await withPlainCompanion(host, memory, (companion) => ask(companion, memory));
}
