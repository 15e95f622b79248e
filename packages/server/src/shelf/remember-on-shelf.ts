// Opens the memory of a world on the shelf, for reading or for changes.

import {
  isMadeUp,
  type MemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
  withPlainCompanion,
} from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Memory } from '@terrarium/memory/memory';
import type { Desk } from './desk.ts';

type Shelved = Pick<Desk, 'host' | 'shelf'>;
type Looked = Pick<Desk, 'host' | 'shelf' | 'memories'>;

/** If a world remembers nothing yet, an empty memory is shown, and nothing is created. */
export async function readOfMemory<Result>(
  { host, shelf, memories }: Looked,
  key: string,
  look: (connection: Connection, memory: MemoryWorld) => Result,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await memories.read(memory, (connection) => look(connection, memory));
}

/** Reads from the memory; undefined for a world that remembers nothing yet. */
export async function readKeptMemory<Result>(
  { host, shelf, memories }: Looked,
  key: string,
  look: (connection: Connection, memory: MemoryWorld) => Result,
): Promise<Result | undefined> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  if (isMadeUp(memory)) return undefined;
  return await memories.read(memory, (connection) => look(connection, memory));
}

/** Opens the memory for a change that needs no companion. */
export async function updateMemory<Result>(
  { host, shelf }: Shelved,
  key: string,
  change: (connection: Connection) => Result,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await withMemoryDatabase(host, memory, change);
}

/** Opens the memory for a change that needs a companion, without asking a server. */
export async function askMemory<Result>(
  { host, shelf }: Shelved,
  key: string,
  ask: (companion: Memory, memory: MemoryWorld) => Result | Promise<Result>,
): Promise<Result> {
  const { dir, of } = shelf.require(key);
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return await withPlainCompanion(host, memory, (companion) => ask(companion, memory));
}
