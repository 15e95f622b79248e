// Stores what this person accepted for each world on this machine, where no world can reach it.

import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { z } from 'zod';
import { openOwnRecord } from './own-record.ts';

/**
 * What a person accepted, by the folder of the world. A folder is the same as long as it has the same real path, the
 * same inode number, and the same time of creation. A folder that replaces it, or comes back from elsewhere, is
 * another one. The record contains a digest of the accepted settings, so that later changes are not accepted with
 * them.
 */
export interface KnownWorlds {
  /** Whether the last settings that were accepted for the world in this folder have this digest. */
  hasAccepted(dir: string, digest: string): boolean;
  /** Replaces what was accepted before. Throws `StorageError` if the record cannot be written. */
  recordAccepted(dir: string, digest: string): void;
  /** Whether the last reading notes that were accepted for the world in this folder have this digest. */
  hasNotes(dir: string, digest: string): boolean;
  /** Replaces the notes that were accepted before. Throws `StorageError` if the record cannot be written. */
  recordNotes(dir: string, digest: string): void;
  /** Whether the person allowed this world to read the file at this path, which is outside of it. */
  hasLink(dir: string, path: string): boolean;
  /** Records that the person allows this link. Throws `StorageError` if the record cannot be written. */
  recordLink(dir: string, path: string): void;
  /**
   * Gives a copy of a world that we made ourselves the acceptance of the original. Throws `StorageError` if the record
   * cannot be written.
   */
  copyAccepted(from: string, to: string): void;
}

/**
 * At most this many worlds, and this many links of each, are stored. If there are more, the oldest must be accepted
 * again.
 */
const mostWorlds = 2_000;
const mostLinks = 200;

const recordSchema = z.object({
  /** The inode number of the folder. */
  number: z.string(),
  born: z.string(),
  accepted: z.string().optional(),
  notes: z.string().optional(),
  links: z.array(z.string()).max(mostLinks),
});

type WorldRecord = z.infer<typeof recordSchema>;

/** Reads and writes nothing until it is used; `folder` replaces the platform's folder for application data. */
export function openKnownWorlds(folder?: string): KnownWorlds {
  const worlds = openOwnRecord({
    name: 'known-worlds',
    schema: recordSchema,
    mostEntries: mostWorlds,
    folder,
  });
  const find = (dir: string): WorldRecord | undefined => {
    const place = findPlace(dir);
    const known = place === undefined ? undefined : worlds.find(place.path);
    return known?.number === place?.number && known?.born === place?.born ? known : undefined;
  };
  const update = (dir: string, more: Partial<WorldRecord>) => {
    const { path, number, born } = readPlace(dir);
    worlds.write(path, { links: [], ...find(dir), ...more, number, born });
  };
  return {
    hasAccepted: (dir, digest) => find(dir)?.accepted === digest,
    recordAccepted: (dir, digest) => update(dir, { accepted: digest }),
    hasNotes: (dir, digest) => find(dir)?.notes === digest,
    recordNotes: (dir, digest) => update(dir, { notes: digest }),
    hasLink: (dir, path) => find(dir)?.links.includes(path) === true,
    recordLink: (dir, path) => {
      const others = (find(dir)?.links ?? []).filter((one) => one !== path);
      update(dir, { links: [...others, path].slice(-mostLinks) });
    },
    copyAccepted: (from, to) => {
      const known = find(from);
      if (known !== undefined)
        update(to, { accepted: known.accepted, notes: known.notes, links: known.links });
    },
  };
}

interface Place {
  readonly path: string;
  readonly number: string;
  readonly born: string;
}

/**
 * Throws the system's error if the folder does not exist. The number of the disk is not compared, because it may
 * change each time the machine starts.
 */
function readPlace(dir: string): Place {
  const path = realpathSync(dir);
  const { ino, birthtimeNs }: BigIntStats = statSync(path, { bigint: true });
  return { path, number: String(ino), born: String(birthtimeNs) };
}

function findPlace(dir: string): Place | undefined {
  try {
    return readPlace(dir);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
