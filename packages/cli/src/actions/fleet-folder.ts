// Opens the folder in which this machine keeps worlds of the fleet; all processes that one user starts share it.

import { chmodSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { StorageError } from '@terrarium/kernel/errors';

export interface SharedFolder {
  readonly path: string;
  /** Removes the folder if it is a temporary one and it is empty. */
  close(): void;
}

/**
 * Uses a temporary folder if `said` is undefined. Throws `StorageError` if the temporary folder is not a folder, if it
 * belongs to another user, or if others can write to it. Owner and rights are not checked on Windows.
 */
export function openSharedFolder(said: string | undefined): SharedFolder {
  const uid = process.getuid?.();
  const path = resolve(said ?? join(tmpdir(), `terrarium-fleet-${uid ?? 'own'}`));
  if (said !== undefined) {
    createFolder(path);
    return { path, close: () => undefined };
  }
  createOwnFolder(path);
  const about = lstatSync(path);
  const isOpen = (about.mode & writableByOthers) !== 0;
  if (!about.isDirectory() || (uid !== undefined && (about.uid !== uid || isOpen))) throw refuseForeign(path);
  // An earlier version of the program made the folder readable by everybody.
  chmodSync(path, ownMode);
  return {
    path,
    close: () => {
      try {
        rmdirSync(path);
      } catch {
        // The folder is not empty: another worker has its folder there.
      }
    },
  };
}

const writableByOthers = 0o022;
const ownMode = 0o700;

/**
 * Creates the folder if it does not exist. Nobody else may open it, whatever the process's umask: it contains worlds of
 * the fleet.
 */
function createOwnFolder(path: string): void {
  createFolder(dirname(path));
  try {
    mkdirSync(path, { mode: ownMode });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function refuseForeign(path: string): StorageError {
  return new StorageError({
    code: 'fleet.foreign-folder',
    happened: `${path} is another user's, or others may write there.`,
    todo: 'Remove it, or name a folder of your own with --dir.',
  });
}
