// Worker folder: where the worlds of a worker stand while it works on them.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { StorageError } from '@terrarium/kernel/errors';

/** Makes a folder of its own for one lease below the worker's. */
export function createLeaseFolder(folder: string): string {
  try {
    createFolder(folder);
    return mkdtempSync(join(folder, 'world-'));
  } catch (error) {
    throw new StorageError({
      code: 'fleet.no-folder',
      happened: `No folder for a world can be made in ${folder}.`,
      todo: 'Make room there, check its permissions, or name another folder with --dir.',
      cause: error,
    });
  }
}

export function removeLeaseFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
