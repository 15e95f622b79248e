// Known worlds: what this person accepted for each world on this machine, kept where no world can reach it.

import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { z } from 'zod';
import { openOwnRecord } from './own-record.ts';

/**
 * What a person accepted, by the folder of the world. A folder is the same one while it lies at the same real path with
 * the same number and time of creation on its disk: one that takes its place, or comes back from elsewhere, is another.
 * The digest of what was accepted is part of the record, so that a later change within the folder is not accepted with
 * it.
 */
export interface KnownWorlds {
  /** Whether these very settings, by their digest, were accepted last for the world in the folder. */
  hasAccepted(dir: string, digest: string): boolean;
  /** Replaces what was accepted before. Throws `StorageError` if the record cannot be written. */
  recordAccepted(dir: string, digest: string): void;
  /** Whether notes for a reading model, by their digest, were accepted last for the world in the folder. */
  hasNotes(dir: string, digest: string): boolean;
  /** Replaces the notes that were accepted before. Throws `StorageError` if the record cannot be written. */
  recordNotes(dir: string, digest: string): void;
  /** Whether the person allowed this world to read the file at that path, which lies outside of it. */
  hasLink(dir: string, path: string): boolean;
  /** Records that these links are allowed. Throws `StorageError` if that cannot be stored. */
  recordLink(dir: string, path: string): void;
  /**
   * For a copy of a world that we made ourselves: what was accepted for the original holds for the copy too. Throws
   * `StorageError` if the record cannot be written.
   */
  copyAccepted(from: string, to: string): void;
}

/** How many worlds, and links of each, are kept; beyond these the oldest have to be accepted again. */
const mostWorlds = 2_000;
const mostLinks = 200;

const recordSchema = z.object({
  /** The folder's number on the disk, and when it was created, in nanoseconds. */
  number: z.string(),
  born: z.string(),
  accepted: z.string().optional(),
  notes: z.string().optional(),
  links: z.array(z.string()).max(mostLinks),
});

type WorldRecord = z.infer<typeof recordSchema>;

/** Reads and writes nothing until it is used; `folder` replaces the one where the platform keeps a program's data. */
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
 * Throws the system's error if there is no such folder. The disk's own number is left out: it may change with each
 * start of the machine.
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
