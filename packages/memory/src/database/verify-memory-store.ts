// Verifies a memory's database: sound pages, whole references, states that follow from what was noted, and room to write.

import type { Connection } from '@terrarium/kernel/open-database';
import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';

/** Each answers a row for everything that does not hold. */
const queries: Readonly<Record<string, string>> = {
  states: `SELECT 1 FROM working_memory WHERE status IS NOT
    (SELECT to_status FROM item_change WHERE item_id = working_memory.id ORDER BY id DESC LIMIT 1)`,
  changes: `SELECT 1 FROM
    (SELECT from_status, lag(to_status) OVER (PARTITION BY item_id ORDER BY id) former FROM item_change)
    WHERE from_status IS NOT former`,
};

/** Throws `StorageError` for a file that is damaged or may not be written. */
export function verifyMemory(connection: Connection): Verification {
  return verifyDatabase(connection, {
    title: 'the memory',
    owner: 'a memory',
    queries,
    written: 'item_change',
  });
}
