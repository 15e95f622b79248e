// Opens a SQLite database of ours: WAL, busy timeout, migrations, and our errors instead of the driver's.
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import { guardDatabase } from '../files/guard-database.ts';
import { isThere } from '../files/is-there.ts';
import { checkIdentity, checkNewest } from './check-identity.ts';
import { checkSchema } from './check-schema.ts';
import { compileLate } from './late-statement.ts';
import { migrateDatabase, setUntrusted } from './migrations.ts';
import type { Connection, Migration, OpenOptions } from './open-options.ts';
import { registerSealing, sealWrites } from './record-seal-store.ts';
import { registerFunctions } from './sql-functions.ts';
import { translateStorageError } from './storage-errors.ts';

export type { Connection, Migrated, Migration, OpenOptions } from './open-options.ts';

/** Empty databases of the newest schema, for each list of migrations. */
const emptyImages = new WeakMap<readonly Migration[], Buffer>();

/**
 * Opens or creates the database and brings its schema up to date. A new database in memory is a copy of the first one
 * with these migrations in this process, because running them takes several times as long. Throws `StorageError`, or
 * `Bug` for an error with an unknown cause.
 */
export function openDatabase(options: OpenOptions): Connection {
  if (options.path !== ':memory:' || options.image !== undefined) return openPrepared(options);
  const image = emptyImages.get(options.migrations);
  if (image !== undefined) return openPrepared({ ...options, image });
  const connection = openPrepared(options);
  emptyImages.set(options.migrations, connection.serialize());
  return connection;
}

function openPrepared(options: OpenOptions): Connection {
  if (options.mustExist === true && !isThere(options.path)) {
    throw new StorageError({
      code: 'store.missing',
      happened: `There is nothing at ${options.path}, where ${options.title} should be.`,
      todo: 'Check the --world folder, or create the world first.',
    });
  }
  const place = { title: options.title, path: options.path };
  let isOpened = false;
  try {
    const checkAgain = guardDatabase(options);
    const connection = new Database(options.image ?? options.path, { readonly: options.readonly ?? false });
    try {
      checkAgain();
      prepareConnection(connection, options);
      isOpened = true;
      if (options.isDamageExpected !== true) checkNewest(connection, options);
      // Only files without migrations, such as the file of a story, have statistics.
      compileLate(connection, { hasStatistics: options.migrations.length === 0 });
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw translateStorageError(error, { ...place, isOpened });
  }
}

/** Whether this connection may write: it was opened with neither `readonly` nor `isLook`. */
export function canWrite(connection: Connection): boolean {
  return !connection.readonly && connection.pragma('query_only', { simple: true }) !== 1;
}

const usualBusyTimeoutMs = 10_000;

/** Changes nothing before it has checked to which program the file belongs. */
function prepareConnection(connection: Connection, options: OpenOptions): void {
  const { busyTimeoutMs = usualBusyTimeoutMs } = options;
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  setUntrusted(connection);
  registerFunctions(connection, options.functions);
  registerSealing(connection);
  // Everything is read in one transaction, because another process may be making the tables.
  connection.transaction(() => {
    checkIdentity(connection, options);
    checkSchema(connection, options);
  })();
  if (options.readonly === true) return;
  setWriteAhead(connection, busyTimeoutMs);
  connection.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
  migrateDatabase(connection, options);
  if (options.isLook === true) {
    connection.pragma('query_only = ON');
    return;
  }
  sealWrites(connection, options.sealed ?? []);
  connection.pragma('foreign_keys = ON');
}

const pauseMs = 5;

/**
 * Switches to the write-ahead log. SQLite can switch only at a moment when no other connection has the new file open,
 * and does not wait for such a moment, whatever the busy timeout. So this function waits if another process opens the
 * file too.
 */
function setWriteAhead(connection: Connection, timeoutMs: number): void {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isBusy || waitedMs >= timeoutMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
