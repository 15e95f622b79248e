// Stores file: lists the databases that a world has had, so that a lost one is distinguished from one never made.

import { join } from 'node:path';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { isGone, isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import type { World } from './world.ts';
import { writeFile } from './write-file.ts';

/** The databases of a world that cannot be rebuilt, and what each of them contains. */
const contents = {
  'annotator.db': 'the glossary and all that was read',
  'memory.sqlite': 'all that was said and is remembered',
  'rpg.db': 'its games',
} as const;

export type StoreFile = keyof typeof contents;

const storeFiles = Object.keys(contents) as readonly StoreFile[];

const largestBytes = 4_096;
const fileSchema = z.object({ stores: z.array(z.string().max(100)).max(100) });

type Place = Pick<World, 'dir'>;

/**
 * Throws `StorageError` (`world.store-gone`) if the world had this database and has lost it, so that no new one is
 * made in its place.
 */
export function refuseGoneStore(world: Place, file: StoreFile): void {
  if (listGoneStores(world).includes(file)) throw explainGoneStore(world, file);
}

/** The error names the database and its contents, and suggests a backup or a fresh start. */
export function explainGoneStore({ dir }: Place, file: StoreFile): StorageError {
  return new StorageError({
    code: 'world.store-gone',
    happened: `${join(dir, file)} is gone or empty: it held ${contents[file]}.`,
    todo: `Restore it from a backup, with the file ending in -wal if there is one. To continue without it and start afresh: "terrarium verify --forget-gone" for this world.`,
  });
}

/** Whether the world has a list of its databases. An older world gets one when a database is opened. */
export function isListed({ dir }: Place): boolean {
  return isThere(buildPath(dir));
}

/** Lists databases that the world had and has lost. Throws `StorageError` if the list cannot be read. */
export function listGoneStores({ dir }: Place): readonly StoreFile[] {
  return readNoted(dir).filter((file) => isGone(join(dir, file)));
}

/**
 * Call it after a database was opened. In a folder that may not be written to, no list is kept, but no database can be
 * made there either.
 */
export function recordStore({ dir }: Place, file: StoreFile): void {
  if (readNoted(dir).includes(file)) return;
  try {
    writeNoted(dir, [...readNoted(dir), file]);
  } catch (error) {
    if (!(error instanceof TerrariumError)) throw error;
  }
}

/** Makes the list for a world that has none. It lists no database until one is opened. */
export function createStoresList(world: Place): void {
  if (!isListed(world)) writeNoted(world.dir, []);
}

/** Removes lost databases from the list, because the person continues without them; returns these databases. */
export function removeGoneStores(world: Place): readonly StoreFile[] {
  const gone = listGoneStores(world);
  const left = readNoted(world.dir).filter((file) => !gone.includes(file));
  writeNoted(world.dir, left);
  return gone;
}

function buildPath(dir: string): string {
  return join(dir, 'stores.json');
}

function readNoted(dir: string): readonly StoreFile[] {
  const path = buildPath(dir);
  if (!isListed({ dir })) return [];
  try {
    const text = openWorldFolder(dir).readText(path, { largestBytes });
    const { stores } = fileSchema.parse(JSON.parse(text ?? ''));
    return storeFiles.filter((file) => stores.includes(file));
  } catch (cause) {
    if (cause instanceof TerrariumError) throw cause;
    throw new StorageError({
      code: 'world.garbled-stores',
      happened: `${path} does not say which databases the world has had.`,
      todo: 'Restore it from a backup, or remove it if none of annotator.db, memory.sqlite and rpg.db is missing.',
      cause,
    });
  }
}

function writeNoted(dir: string, stores: readonly StoreFile[]): void {
  writeFile(buildPath(dir), [`${JSON.stringify({ stores: stores.toSorted() }, undefined, 2)}\n`], dir);
}
