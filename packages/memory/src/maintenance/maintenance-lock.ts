// Maintenance lock: one run of maintenance at a time, whoever has it done.

import { dirname, join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';

/**
 * Held for as long as a run, a tag pass or taking one back lasts: two at once would read the same events, ask a model twice
 * and answer for each other's batches. Throws `StorageError` (`lock.held`) naming the process that has it. A memory that lies
 * in no file is open to nobody else.
 */
export function openMaintenanceLock(connection: Connection): ProcessLock {
  if (connection.memory) return { close: () => undefined };
  const path = join(dirname(connection.name), 'memory.lock.db');
  return openProcessLock({ path, holder: 'Another maintenance run of this memory' });
}
