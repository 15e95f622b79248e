// Fetches a world's newest published state into an ordinary folder, even while a worker is reading the world.

import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { FleetDatabase } from './database/fleet-database-store.ts';
import { checkFleet } from './database/migrate-store.ts';
import { readPlace } from './queue/place-store.ts';
import { readStanding, requireWorld, type WorldStanding } from './queue/world-store.ts';
import { guardDisk } from './states/guard-disk.ts';
import { writePlaceFile } from './states/place-file.ts';
import { writeState } from './states/write-state.ts';

export interface FetchRequest {
  readonly name: string;
  readonly owner?: string | undefined;
  /** The folder that is written; it must be empty or missing. */
  readonly dir: string;
}

export interface FetchedWorld extends WorldStanding {
  readonly name: string;
  readonly owner: string;
  readonly dir: string;
  readonly files: number;
  readonly bytes: number;
}

/** Creates the whole folder or nothing. Throws `UsageError` if the folder is not empty, or the world is unknown. */
export async function fetchWorld(database: FleetDatabase, request: FetchRequest): Promise<FetchedWorld> {
  const dir = resolve(request.dir);
  await checkFleet(database);
  refuseTaken(dir);
  const world = await requireWorld(database.query, request.name, request.owner);
  const draft = join(dirname(dir), `.${basename(dir)}.fetching-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  try {
    const { manifest, bytes } = await writeState(database, world.id, draft);
    const place = await readPlace(database.query, world.id);
    if (place !== undefined) writePlaceFile(draft, place);
    const standing = await readStanding(database.query, world.id);
    guardDisk(dir, () => {
      if (isEmptyFolder(dir)) rmSync(dir, { recursive: true });
      renameSync(draft, dir);
    });
    return { name: world.name, owner: world.owner, dir, files: manifest.size, bytes, ...standing };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function refuseTaken(dir: string): void {
  if (!isThere(dir) || isEmptyFolder(dir)) return;
  throw new UsageError({
    code: 'fleet.folder-taken',
    happened: `${dir} exists already.`,
    todo: 'Name a new folder.',
  });
}

function isEmptyFolder(dir: string): boolean {
  try {
    return readdirSync(dir).length === 0;
  } catch {
    return false;
  }
}
