// Locks of a world: one run and one import at a time, and which process holds the lock.

import { join } from 'node:path';
import { isThere } from '@terrarium/kernel/is-there';
import { findHolder, openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';
import { isListed, listGoneStores } from './stores-file.ts';
import type { World } from './world.ts';

/** Held by `annotate run` for as long as it lives. Throws `StorageError` (`lock.held`) naming who holds it. */
export function openRunLock(world: World): ProcessLock {
  return openProcessLock({ path: buildRunLockPath(world), holder: 'Another run of this world' });
}

export function buildRunLockPath({ dir }: World): string {
  return join(dir, 'annotator.lock.db');
}

/** Held while a corpus is brought in, so that two imports never choose one name. */
export function openImportLock(world: World): ProcessLock {
  return openProcessLock({
    path: join(world.dir, 'import.lock.db'),
    holder: 'Another import into this world',
  });
}

/** The holder of the run lock writes its number beside it; a number whose process is gone means nothing. */
export function findRunningProcess(world: World): number | undefined {
  const pid = findHolder(buildRunLockPath(world));
  if (pid === undefined) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/**
 * Whether the database was removed: the stores file lists it, or, in a world older than that file, a run left its
 * lock behind.
 */
export function hasLostReading(world: World): boolean {
  if (isListed(world)) return listGoneStores(world).includes('annotator.db');
  if (isThere(world.annotatorPath) || !isThere(buildRunLockPath(world))) return false;
  return findRunningProcess(world) === undefined;
}
