// Worker folder: the folder for the worlds on which a worker works; also clears what dead workers left behind.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { StorageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';

/**
 * A worker's own folder, within a folder that several workers may share. Its lock ends with the worker's process, even
 * if the process is killed.
 */
export interface WorkerFolder {
  /** Makes a folder for one lease. If somebody has removed the worker's own folder, makes it again. */
  createLeaseFolder(): string;
  /** Removes the worker's folder and everything in it. */
  close(): void;
}

interface OwnFolder {
  readonly dir: string;
  readonly lock: ProcessLock;
}

const prefix = 'worker-';
/**
 * How often the creation of a folder is tried: another worker that clears up may remove the folder before it is
 * locked.
 */
const mostTries = 3;

export function openWorkerFolder(shared: string): WorkerFolder {
  let own: OwnFolder | undefined;
  const close = () => {
    own?.lock.close();
    if (own !== undefined) rmSync(own.dir, { recursive: true, force: true });
    own = undefined;
  };
  return {
    createLeaseFolder: () => {
      try {
        if (own === undefined || !isThere(buildLockPath(own.dir))) {
          forget(own);
          own = undefined;
          own = createOwnFolder(shared);
        }
        return mkdtempSync(join(own.dir, 'world-'));
      } catch (error) {
        throw refuseFolder(shared, error);
      }
    },
    close,
  };
}

export function removeLeaseFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}

function buildLockPath(dir: string): string {
  return join(dir, 'worker.lock.db');
}

/** Closes the lock of a folder that somebody has removed. */
function forget(own: OwnFolder | undefined): void {
  try {
    own?.lock.close();
  } catch {
    // The lock file is gone too, so there is nothing to unlock.
  }
}

function createOwnFolder(shared: string): OwnFolder {
  for (let left = mostTries; ; left -= 1) {
    createFolder(shared);
    clearDead(shared);
    try {
      const dir = mkdtempSync(join(shared, prefix));
      const lock = openProcessLock({ path: buildLockPath(dir), holder: 'Another worker' });
      return { dir, lock };
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

/**
 * Removes the folders of dead workers: if the lock of a folder is free, its worker is dead. A folder without a lock
 * file is still being created.
 */
function clearDead(shared: string): void {
  for (const entry of readdirSync(shared, { withFileTypes: true })) {
    const dir = join(shared, entry.name);
    if (!entry.name.startsWith(prefix) || !entry.isDirectory() || !isThere(buildLockPath(dir))) continue;
    try {
      openProcessLock({ path: buildLockPath(dir), holder: 'Its worker' }).close();
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // The folder stays: its worker is alive, it belongs to another user, or another worker is removing it.
    }
  }
}

function refuseFolder(shared: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.no-folder',
    happened: `No folder for a world can be made in ${shared}.`,
    todo: 'Make room there, check its permissions, or name another folder with --dir.',
    cause,
  });
}
