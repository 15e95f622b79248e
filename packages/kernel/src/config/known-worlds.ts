// Known worlds: what this person accepted of a world on this machine, kept where no world can reach it.

import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { z } from 'zod';
import { openOwnRecord } from './own-record.ts';

/**
 * What a person accepted, by the folder of the world. A folder is the one that was meant while it lies at the same real
 * path with the same number and birth on its disk: one that takes its place, or comes back from elsewhere, is another.
 * What is accepted is itself part of the record, so that a change made within the folder is not accepted with it.
 */
export interface KnownWorlds {
  /** Whether these very settings, by their digest, were accepted last for the world in the folder. */
  hasAccepted(dir: string, digest: string): boolean;
  /** Takes the place of what was accepted before. Throws `StorageError` where it cannot be kept. */
  recordAccepted(dir: string, digest: string): void;
  /** Whether the person had this world read the file at that path, which lies outside of it. */
  hasLink(dir: string, path: string): boolean;
  /** Throws `StorageError` where it cannot be kept. */
  recordLink(dir: string, path: string): void;
  /** For a copy that we made ourselves: what was accepted of the one counts for the other. Throws `StorageError` where it cannot be kept. */
  copyAccepted(from: string, to: string): void;
}

/** Above these the oldest are asked for again. */
const mostWorlds = 2_000;
const mostLinks = 200;

const recordSchema = z.object({
  /** Of the folder: its number on the disk and when it was made there, in nanoseconds. */
  number: z.string(),
  born: z.string(),
  accepted: z.string().optional(),
  links: z.array(z.string()).max(mostLinks),
});

type WorldRecord = z.infer<typeof recordSchema>;

/** Nothing is read or made before it is asked for; `folder` stands for the one where the platform keeps a program's data. */
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
    hasLink: (dir, path) => find(dir)?.links.includes(path) === true,
    recordLink: (dir, path) => {
      const others = (find(dir)?.links ?? []).filter((one) => one !== path);
      update(dir, { links: [...others, path].slice(-mostLinks) });
    },
    copyAccepted: (from, to) => {
      const known = find(from);
      if (known !== undefined) update(to, { accepted: known.accepted, links: known.links });
    },
  };
}

interface Place {
  readonly path: string;
  readonly number: string;
  readonly born: string;
}

/** Throws the system's error where there is no such folder. The disk's own number is left out: it may change with each start of the machine. */
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
