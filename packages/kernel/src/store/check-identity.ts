// Checks whose a database file is, and whether this version can read it, before anything is changed.

import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import type { Connection, OpenOptions } from './open-options.ts';
import { readSchemaVersion } from './schema-version.ts';
import { registerFunctions } from './sql-functions.ts';

/** Throws `StorageError` for a file of another program, of a newer version, or of an older one that may not be written. */
export function checkIdentity(connection: Connection, options: OpenOptions): void {
  const newest = options.migrations.at(-1)?.version ?? 0;
  const stored = readSchemaVersion(connection);
  if (!isOurs(connection, options, stored)) {
    throw new StorageError({
      code: 'store.foreign',
      happened: `${options.path} is a database of another program, not ${options.title}.`,
      todo: 'Move it away, or name another folder. It was not changed.',
    });
  }
  if (options.schema === 'foreign') return;
  if (options.readonly === true && newest > stored) throw refuseOlder(options, { stored, newest });
  if (stored > newest) {
    throw new StorageError({
      code: 'store.newer-version',
      happened: `${options.path} was written by a newer Terrarium (schema ${stored}; this one knows ${newest}).`,
      todo: 'Update Terrarium, or open another world. Nothing was changed.',
    });
  }
}

interface Versions {
  readonly stored: number;
  readonly newest: number;
}

function refuseOlder(options: OpenOptions, { stored, newest }: Versions): StorageError {
  return new StorageError({
    code: 'store.older-version',
    happened: `${options.path} was written by an older Terrarium (schema ${stored}; this one keeps ${newest}) and may not be written to.`,
    todo: 'Make its folder writable so that it can be brought up to date, or copy the world to a place that is.',
  });
}

/** Marked as ours, empty, or from before files were marked: then it has the tables of the version it names. */
function isOurs(connection: Connection, options: OpenOptions, stored: number): boolean {
  if (options.applicationId === undefined) return true;
  const mark = Number(connection.pragma('application_id', { simple: true }));
  if (mark === options.applicationId) return true;
  if (mark !== 0) return false;
  const tables = listTables(connection);
  if (stored === 0) return tables.length === 0;
  return listTablesOf(options, stored).every((table) => tables.includes(table));
}

function listTablesOf(options: OpenOptions, version: number): readonly string[] {
  const model = new Database(':memory:');
  try {
    registerFunctions(model, options.functions);
    for (const migration of options.migrations) if (migration.version <= version) model.exec(migration.sql);
    return listTables(model);
  } finally {
    model.close();
  }
}

function listTables(connection: Connection): readonly string[] {
  return connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
}
