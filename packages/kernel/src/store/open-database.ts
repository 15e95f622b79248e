// Opens a SQLite database of ours: WAL, busy timeout, migrations, and our errors instead of the driver's.

import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import { translateStorageError } from './storage-errors.ts';

export type Connection = Database.Database;

/** One step of a schema: forward only, applied once, in order, each in its own transaction. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export interface OpenOptions {
  readonly path: string;
  /** What the database is called in messages to people, such as "the glossary". */
  readonly title: string;
  readonly migrations: readonly Migration[];
  /** `normal` survives any kill of the process; `full` also survives power loss. */
  readonly durability?: 'normal' | 'full';
  /** How long to wait for another writer, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Refuse to create the file. */
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
}

/** Opens or creates the database and brings its schema up to date. Throws `StorageError`, nothing else. */
export function openDatabase(options: OpenOptions): Connection {
  if (options.mustExist === true && !existsSync(options.path)) {
    throw new StorageError({
      code: 'store.missing',
      happened: `There is no ${options.title} at ${options.path}.`,
      todo: 'Check the --world folder, or create the world first.',
    });
  }
  try {
    const connection = new Database(options.path, { readonly: options.readonly ?? false });
    connection.pragma(`busy_timeout = ${options.busyTimeoutMs ?? 10_000}`);
    if (options.readonly !== true) {
      connection.pragma('journal_mode = WAL');
      connection.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
      connection.pragma('foreign_keys = ON');
      migrate(connection, options);
    }
    return connection;
  } catch (error) {
    throw translateStorageError(error, { title: options.title, path: options.path });
  }
}

/** The schema version of an open database. */
export function readSchemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}

function migrate(connection: Connection, options: OpenOptions): void {
  const newest = options.migrations.at(-1)?.version ?? 0;
  const stored = readSchemaVersion(connection);
  if (stored > newest) {
    throw new StorageError({
      code: 'store.newer-version',
      happened: `${options.path} was written by a newer Terrarium (schema ${stored}; this one knows ${newest}).`,
      todo: 'Update Terrarium, or open another world. Nothing was changed.',
    });
  }
  for (const migration of options.migrations) {
    if (migration.version <= stored) continue;
    connection
      .transaction(() => {
        if (readSchemaVersion(connection) >= migration.version) return;
        connection.exec(migration.sql);
        connection.pragma(`user_version = ${migration.version}`);
      })
      .immediate();
  }
}
