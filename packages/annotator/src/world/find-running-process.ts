// Finds the process that reads a world, and tells a world whose reading is gone from one that was never read.

import { isThere } from '@terrarium/kernel/is-there';
import { findHolder } from '@terrarium/kernel/process-lock';
import { buildRunLockPath } from './open-run-lock.ts';
import { isListed, listGoneStores } from './stores-file.ts';
import type { World } from './world.ts';

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
 * Whether the database was taken away: it is said to have been there, or, in a world of before that was noted, a run left its
 * lock behind.
 */
export function hasLostReading(world: World): boolean {
  if (isListed(world)) return listGoneStores(world).includes('annotator.db');
  if (isThere(world.annotatorPath) || !isThere(buildRunLockPath(world))) return false;
  return findRunningProcess(world) === undefined;
}
