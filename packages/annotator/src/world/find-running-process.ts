// Finds the process that reads a world, and tells a world whose reading is gone from one that was never read.

import { existsSync, readFileSync } from 'node:fs';
import { findRunLockPath } from './open-run-lock.ts';
import type { World } from './world.ts';

/** The holder of the run lock writes its number beside it; a number whose process is gone means nothing. */
export function findRunningProcess(world: World): number | undefined {
  const path = `${findRunLockPath(world)}.pid`;
  if (!existsSync(path)) return undefined;
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Every run leaves its lock behind, and makes the database: where only the lock is, the database was taken away. */
export function hasLostReading(world: World): boolean {
  if (existsSync(world.annotatorPath) || !existsSync(findRunLockPath(world))) return false;
  return findRunningProcess(world) === undefined;
}
