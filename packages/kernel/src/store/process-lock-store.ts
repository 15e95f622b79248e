// Process locks: at most one process holds each, until it releases the lock or ends.

import { dirname } from 'node:path';
import { StorageError } from '../base/errors.ts';
import { openWorldFolder } from '../files/world-folder.ts';
import { type Connection, openDatabase } from './open-database.ts';
import { translateStorageError } from './storage-errors.ts';

export interface ProcessLock {
  close(): void;
}

export interface LockOptions {
  /** The path of the lock's own SQLite file. A `.pid` file next to it names the process that holds the lock. */
  readonly path: string;
  /** Who holds the lock, as the beginning of a sentence, such as "Another run of this world". */
  readonly holder: string;
}

/** A lock that can be taken again and again. */
export interface ProcessLatch {
  /**
   * Throws `StorageError`: `lock.held`, which names the process that holds the lock if it is known, or another code,
   * such as `store.read-only`, if no lock can be made.
   */
  lock(): void;
  /** Releases the lock. Does nothing if it is not held. */
  unlock(): void;
  /** Releases the lock, and closes the file. */
  close(): void;
}

const title = 'the lock';
const longestPid = 64;

/**
 * Connections that hold locks. Unless they are kept here, the garbage collector may close them and so release their
 * locks.
 */
const held = new Set<Connection>();

/**
 * Takes the lock, or throws the errors of `ProcessLatch.lock`. The lock is an open write transaction, so the operating
 * system releases it however the process ends. A file that merely recorded the lock would remain after a kill.
 */
export function openProcessLock(options: LockOptions): ProcessLock {
  const latch = openProcessLatch(options);
  latch.lock();
  return { close: latch.close };
}

/**
 * The file is opened when the lock is first taken, and stays open, because opening it takes longer than taking the
 * lock.
 */
export function openProcessLatch(options: LockOptions): ProcessLatch {
  const pidPath = `${options.path}.pid`;
  let connection: Connection | undefined;
  const unlock = () => {
    if (connection === undefined || !held.delete(connection)) return;
    try {
      translateFaults(pidPath, () => openWorldFolder(dirname(pidPath)).remove(pidPath));
    } finally {
      connection.exec('ROLLBACK');
    }
  };
  return {
    lock() {
      connection = lockDatabase(options, pidPath, connection);
      held.add(connection);
      try {
        translateFaults(pidPath, () =>
          openWorldFolder(dirname(pidPath)).writeFast(pidPath, [`${process.pid}\n`]),
        );
      } catch (error) {
        held.delete(connection);
        connection.exec('ROLLBACK');
        throw error;
      }
    },
    unlock,
    close() {
      unlock();
      connection?.close();
      connection = undefined;
    },
  };
}

/**
 * Turns errors of the file system into `StorageError`, because they are problems for the operator and not bugs of
 * ours.
 */
function translateFaults<Value>(path: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw translateStorageError(error, { title, path });
  }
}

function lockDatabase(options: LockOptions, pidPath: string, open: Connection | undefined): Connection {
  let connection = open;
  try {
    connection ??= openDatabase({ path: options.path, title, migrations: [], busyTimeoutMs: 0 });
    connection.exec('BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    if (connection !== open) connection?.close();
    if (!isBusy(error)) throw translateStorageError(error, { title, path: options.path });
    const pid = translateFaults(pidPath, () => readPid(pidPath));
    throw new StorageError({
      code: 'lock.held',
      happened: `${options.holder} is already active${pid === undefined ? '' : ` (process ${pid})`}.`,
      todo: 'Wait for it or stop it, then start again.',
      cause: error,
    });
  }
}

/**
 * Whether another process holds the lock. If opening fails, the error comes from `openDatabase`; if only the
 * transaction fails, it comes from the driver.
 */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_BUSY') || code === 'store.locked';
}

/** The id that the process holding the lock at `path` recorded; undefined if there is no record. */
export function findHolder(path: string): number | undefined {
  return readPid(`${path}.pid`);
}

function readPid(path: string): number | undefined {
  const text = openWorldFolder(dirname(path)).readText(path, { largestBytes: longestPid })?.trim() ?? '';
  return /^[1-9]\d*$/u.test(text) ? Number(text) : undefined;
}
