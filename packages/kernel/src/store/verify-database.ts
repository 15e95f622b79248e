// Verifies a database: sound pages, whole references, what a product says must hold, and room to write.

import { Bug, StorageError } from '../base/errors.ts';
import type { Connection } from './open-options.ts';
import { translateStorageError } from './storage-errors.ts';

/** What was checked, and how much of it does not hold; no word of what is kept. */
export interface Verification {
  /** Names of the checks, in the order they were made. */
  readonly checks: readonly string[];
  readonly problems: readonly { readonly check: string; readonly count: number }[];
}

export interface VerifyOptions {
  /** As errors name it, such as `the memory`. */
  readonly title: string;
  /** Whose tables they are, as in `no longer those of a memory`. */
  readonly owner: string;
  /** A query for each check, answering a row for everything that does not hold. */
  readonly queries: Readonly<Record<string, string>>;
  /** What no query can tell: each counts what does not hold. */
  readonly counts?: Readonly<Record<string, () => number>> | undefined;
  /** A table that is written to, without writing anything. */
  readonly written: string;
  /** Throws where an index is not what it indexes. */
  readonly checkIndexes?: (() => void) | undefined;
}

const sound: Readonly<Record<string, string>> = {
  tables: `SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
  references: 'SELECT 1 FROM pragma_foreign_key_check',
};

/** All is read at one moment; changes nothing. Throws `StorageError` for a file that is damaged or may not be written. */
export function verifyDatabase(connection: Connection, options: VerifyOptions): Verification {
  const { title, owner, queries, counts = {}, written, checkIndexes } = options;
  const asked = Object.entries({ ...sound, ...queries }).map(
    ([check, sql]) => [check, () => connection.prepare(sql).all().length] as const,
  );
  const counted = [...asked, ...Object.entries(counts)];
  try {
    const problems = connection.transaction(() =>
      counted.map(([check, count]) => ({ check, count: count() })).filter(({ count }) => count > 0),
    )();
    // Begins to write, and writes nothing: an immediate transaction alone is granted in a file that is read only.
    connection.prepare(`DELETE FROM ${written} WHERE 0`).run();
    checkIndexes?.();
    const search = checkIndexes === undefined ? [] : ['search'];
    return { checks: [...counted.map(([check]) => check), 'writing', ...search], problems };
  } catch (cause) {
    const known = translateStorageError(cause, { title, path: connection.name });
    throw known instanceof Bug ? refuseDamaged(connection.name, { owner, cause }) : known;
  }
}

function refuseDamaged(
  path: string,
  { owner, cause }: { readonly owner: string; readonly cause: unknown },
): StorageError {
  return new StorageError({
    code: 'store.damaged',
    happened: `The tables of ${path} are no longer those of ${owner}.`,
    todo: 'Restore the folder of the world from a backup.',
    cause,
  });
}
