// Keeps readers' places in step between the fleet's database and the local copies of its worlds.

import type { FleetDatabase } from './database/fleet-database-store.ts';
import { isAway } from './database/fleet-errors.ts';
import { storePlace } from './queue/place-store.ts';
import { readPlaceFile, writePlaceFile } from './states/place-file.ts';

export interface Places {
  /**
   * Stores the place to which the reader of this copy has moved. If the database cannot be reached, the next call of
   * `flush` stores it.
   */
  store(worldId: string, dir: string): Promise<void>;
  /** Stores the places that could not be stored before. Returns how often the reader has moved so far. */
  flush(worldId: string): Promise<number>;
  /**
   * Sets a copy to the place that counts: the one in the database, unless the reader has moved in the copy since the
   * database was asked.
   */
  apply(worldId: string, copy: PlacedCopy): void;
}

export interface PlacedCopy {
  readonly dir: string;
  /** Whether the folder has just been fetched. */
  readonly isNew: boolean;
  /** The reader's place in the database. */
  readonly stored: string | undefined;
  /** The value that `flush` returned before the database was asked for the place. */
  readonly moves: number;
}

interface Known {
  moves: number;
  /** The place that this copy last stored or got from the database; undefined if its place came with the world. */
  written?: string | undefined;
  /** The place that has not yet been sent to the database. */
  unsent?: string | undefined;
  sending?: Promise<void> | undefined;
}

export function openPlaces({ query }: FleetDatabase): Places {
  const worlds = new Map<string, Known>();
  const find = (worldId: string): Known => {
    const known = worlds.get(worldId) ?? { moves: 0 };
    worlds.set(worldId, known);
    return known;
  };
  const send = async (worldId: string, known: Known): Promise<void> => {
    for (let { unsent } = known; unsent !== undefined; unsent = known.unsent) {
      await storePlace(query, worldId, unsent);
      if (known.unsent === unsent) known.unsent = undefined;
    }
  };
  const flush = async (worldId: string): Promise<number> => {
    const known = find(worldId);
    // Sends one place after another, so that an older one never arrives after a newer one.
    known.sending ??= send(worldId, known).finally(() => {
      known.sending = undefined;
    });
    try {
      await known.sending;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
    return known.moves;
  };
  return {
    flush,
    store: async (worldId, dir) => {
      const known = find(worldId);
      known.moves += 1;
      known.written = readPlaceFile(dir);
      known.unsent = known.written;
      await flush(worldId);
    },
    apply: (worldId, { dir, isNew, stored, moves }) => {
      const known = find(worldId);
      const hasMoved = known.unsent !== undefined || known.moves > moves;
      const place = hasMoved ? known.written : stored;
      if (place !== undefined && (isNew || place !== known.written)) writePlaceFile(dir, place);
      if (place !== undefined || isNew) known.written = place;
    },
  };
}
