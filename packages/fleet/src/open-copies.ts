// Opens copies of the fleet's worlds as local folders.
// A world is fetched when it is first opened, and again if there is a newer state.

import { UsageError } from '@terrarium/kernel/errors';
import type { FleetDatabase } from './database/fleet-database-store.ts';
import { isAway } from './database/fleet-errors.ts';
import { openPlaces } from './open-places.ts';
import { listShelved, type ShelvedWorld } from './queue/shelved-store.ts';
import { writeState } from './states/write-state.ts';
import { openWorkerFolder, removeLeaseFolder } from './working/worker-folder.ts';

export type { ShelvedWorld } from './queue/shelved-store.ts';

export interface Copies {
  /** Lists the worlds that this user may see. */
  list(): Promise<readonly ShelvedWorld[]>;
  /**
   * Returns the folder with the newest published state. Throws `UsageError` if the world is gone or this user
   * may not see it.
   */
  open(worldId: string): Promise<OpenedCopy>;
  /** Stores the place to which the reader of an open world has just moved. */
  storePlace(worldId: string): Promise<void>;
  close(): void;
}

export interface OpenedCopy {
  readonly world: ShelvedWorld;
  readonly dir: string;
}

interface Kept extends OpenedCopy {
  /** The folder of the previous copy, which is kept because somebody may still be looking at it. */
  readonly former: string | undefined;
}

export interface CopiesOptions {
  readonly database: FleetDatabase;
  /** A folder that several programs may share; each program creates its own folder for copies in it. */
  readonly folder: string;
  /** Called with the folder of a copy that is about to be removed. */
  readonly onDropped: (dir: string) => void;
}

export function openCopies({ database, folder, onDropped }: CopiesOptions): Copies {
  const own = openWorkerFolder(folder);
  const places = openPlaces(database);
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<OpenedCopy>>();
  const fetchCopy = async (world: ShelvedWorld): Promise<Kept> => {
    const dir = own.createLeaseFolder();
    try {
      await writeState(database, world.id, dir);
    } catch (error) {
      removeLeaseFolder(dir);
      throw error;
    }
    const before = kept.get(world.id);
    if (before?.former !== undefined) {
      onDropped(before.former);
      removeLeaseFolder(before.former);
    }
    const copy = { world, dir, former: before?.dir };
    kept.set(world.id, copy);
    return copy;
  };
  const updateCopy = async (worldId: string): Promise<OpenedCopy> => {
    const before = kept.get(worldId);
    const moves = await places.flush(worldId);
    const found = await listShelved(database.query, worldId).catch((error: unknown) => {
      // If the database cannot be reached, the local copy can still be viewed.
      if (before !== undefined && isAway(error)) return [{ ...before.world, place: undefined }];
      throw error;
    });
    const [world] = found;
    if (world === undefined) throw refuseGone();
    const isNew = before?.world.version !== world.version;
    const copy = isNew ? await fetchCopy(world) : { ...before, world };
    places.apply(worldId, { dir: copy.dir, isNew, stored: world.place, moves });
    kept.set(worldId, copy);
    return copy;
  };
  return {
    list: () => listShelved(database.query),
    open: (worldId) => {
      const known = underWay.get(worldId);
      if (known !== undefined) return known;
      const opening = updateCopy(worldId).finally(() => underWay.delete(worldId));
      underWay.set(worldId, opening);
      return opening;
    },
    storePlace: async (worldId) => {
      const copy = kept.get(worldId);
      if (copy !== undefined) await places.store(worldId, copy.dir);
    },
    close: () => {
      kept.clear();
      own.close();
    },
  };
}

function refuseGone(): UsageError {
  return new UsageError({
    code: 'fleet.unknown-world',
    happened: 'The fleet no longer has this world, or you may not see it.',
    todo: 'Go back to your worlds.',
  });
}
