// Writes a whole state of a world into a folder, and checks each file against its hashes.

import { createFolder } from '@terrarium/kernel/create-folder';
import { StorageError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import type { Manifest } from '../values/manifest.ts';
import { guardDisk } from './guard-disk.ts';
import { readManifest, readStoredFile } from './state-store.ts';

export interface WrittenState {
  readonly manifest: Manifest;
  readonly bytes: number;
}

/**
 * Writes the newest published state into `dir`, which must be empty or missing. All files are as of one moment, even
 * if a worker publishes in the meantime.
 */
export async function writeState(
  database: FleetDatabase,
  worldId: string,
  dir: string,
): Promise<WrittenState> {
  return await database.transact(async (query) => {
    const manifest = await readManifest(query, worldId);
    const folder = guardDisk(dir, () => {
      createFolder(dir);
      return openWorldFolder(dir);
    });
    let bytes = 0;
    // The file world.json is written last, because a folder without it is not a world.
    const names = [...manifest.keys()].sort((one, other) => rank(one) - rank(other));
    for (const name of names) {
      const file = manifest.get(name);
      if (file === undefined || !isPlainName(name)) throw refuseName(name);
      const parts = await readStoredFile(query, worldId, file);
      guardDisk(dir, () => folder.writeFast(name, parts));
      bytes += file.size;
    }
    guardDisk(dir, () => {
      for (const name of ['exports', 'logs']) folder.createFolder(name);
    });
    return { manifest, bytes };
  }, 'snapshot');
}

function rank(name: string): number {
  return name === 'world.json' ? 1 : 0;
}

/** Whether the name stays within the folder: a name from the database must not lead out of it. */
function isPlainName(name: string): boolean {
  return name
    .split('/')
    .every((part) => part !== '' && part !== '..' && part !== '.' && !/[\\\0]/u.test(part));
}

function refuseName(name: string): StorageError {
  return new StorageError({
    code: 'fleet.bad-name',
    happened: `The world has a file named ${JSON.stringify(name)}; no file of a world may have that name.`,
    todo: 'Somebody wrote it into the database by hand. None of it was read.',
  });
}
