// Run lock: one reading of a world at a time.

import { join } from 'node:path';
import { openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';
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
