// Probes a folder: does in it what a run does, to find out whether a world can be stored there.

import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { openProcessLock } from '@terrarium/kernel/process-lock';
import { writeFile } from './write-file.ts';

export interface FolderFacts {
  /** How many more bytes an ordinary program can write to the disk. */
  readonly freeBytes: number;
}

/** Writes, flushes and renames a file, opens a database and locks it, and leaves nothing behind. Throws `StorageError`. */
export function probeFolder(dir: string): FolderFacts {
  const folder = createProbe(dir);
  try {
    writeFile(join(folder, 'probe.txt'), ['A lamp was lit here, and put out again.\n'], folder);
    probeLock(join(folder, 'probe.lock.db'));
    const { bavail, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function createProbe(dir: string): string {
  try {
    return mkdtempSync(join(dir, '.terrarium-probe-'));
  } catch (error) {
    throw new StorageError({
      code: 'world.unwritable',
      happened: `Nothing can be written into ${dir}.`,
      todo: 'Check that the folder is yours, that you may write to it, and that the disk has space left; or name another with --world.',
      cause: error,
    });
  }
}

/**
 * On some network file systems, two processes can hold the same lock: two runs would then overwrite each other's work.
 */
function probeLock(path: string): void {
  const holder = 'Another examination';
  const lock = openProcessLock({ path, holder });
  try {
    openProcessLock({ path, holder }).close();
  } catch (error) {
    if (error instanceof StorageError && error.code === 'lock.held') return;
    throw error;
  } finally {
    lock.close();
  }
  throw new StorageError({
    code: 'lock.useless',
    happened: 'The file system gives the same lock twice.',
    todo: 'Keep the world on a disk of this machine, not on a network share.',
  });
}
