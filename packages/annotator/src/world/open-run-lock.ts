// Locks of a world: at most one run and at most one import at a time; also finds the process that holds the run lock.

import { join } from 'node:path';
import { isThere } from '@terrarium/kernel/is-there';
import { findHolder, openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';
import { isListed, listGoneStores } from './stores-file.ts';
import type { World } from './world.ts';

/** A run holds this lock until it ends. Throws a `StorageError` (`lock.held`) that names the holder. */
export function openRunLock(world: World): ProcessLock {
  return openProcessLock({ path: buildRunLockPath(world), holder: 'Another run of this world' });
}

export function buildRunLockPath({ dir }: World): string {
  return join(dir, 'annotator.lock.db');
}

/** An import holds this lock, so that two imports never choose the same name. */
export function openImportLock(world: World): ProcessLock {
  return openProcessLock({
    path: join(world.dir, 'import.lock.db'),
    holder: 'Another import into this world',
  });
}

/**
 * The process that holds the run lock, according to the number stored beside the lock; undefined if the process is
 * gone.
 */
export function findRunningProcess(world: World): number | undefined {
  const pid = findHolder(buildRunLockPath(world));
  if (pid === undefined) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // The process exists but belongs to another user, so no signal may be sent to it.
    return error.code === 'EPERM' ? pid : undefined;
  }
}

/**
 * Whether the database is gone although the world had one: the stores file lists it; or the world is older than the
 * stores file, and a run left its lock behind.
 */
export function hasLostReading(world: World): boolean {
  if (isListed(world)) return listGoneStores(world).includes('annotator.db');
  if (isThere(world.annotatorPath) || !isThere(buildRunLockPath(world))) return false;
  return findRunningProcess(world) === undefined;
}
