// Verifies a memory's database: sound pages, whole references, states that follow from what was noted, and room to write.

import { Bug, StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';

/** What was checked, and how much of it does not hold; no word of what is remembered. */
export interface MemoryVerification {
  /** Names of the checks, in the order they were made. */
  readonly checks: readonly string[];
  readonly problems: readonly { readonly check: string; readonly count: number }[];
}

/** Each answers a row for everything that does not hold. */
const checks: Readonly<Record<string, string>> = {
  tables: `SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
  references: 'SELECT 1 FROM pragma_foreign_key_check',
  states: `SELECT 1 FROM working_memory WHERE status IS NOT
    (SELECT to_status FROM item_change WHERE item_id = working_memory.id ORDER BY id DESC LIMIT 1)`,
  changes: `SELECT 1 FROM
    (SELECT from_status, lag(to_status) OVER (PARTITION BY item_id ORDER BY id) former FROM item_change)
    WHERE from_status IS NOT former`,
};

/** All is read at one moment; changes nothing. Throws `StorageError` for a file that is damaged or may not be written. */
export function verifyMemory(connection: Connection): MemoryVerification {
  try {
    const problems = connection.transaction(() => Object.entries(checks).flatMap(runCheck))();
    // Begins to write, and writes nothing: an immediate transaction alone is granted in a file that is read only.
    connection.prepare('DELETE FROM item_change WHERE 0').run();
    return { checks: [...Object.keys(checks), 'writing'], problems };
  } catch (cause) {
    const known = translateStorageError(cause, { title: 'the memory', path: connection.name });
    throw known instanceof Bug ? refuseDamaged(connection.name, cause) : known;
  }

  function runCheck([check, sql]: readonly [string, string]) {
    const count = connection.prepare(sql).all().length;
    return count === 0 ? [] : [{ check, count }];
  }
}

function refuseDamaged(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'store.damaged',
    happened: `The tables of ${path} are no longer those of a memory.`,
    todo: 'Restore the folder of the world from a backup.',
    cause,
  });
}
