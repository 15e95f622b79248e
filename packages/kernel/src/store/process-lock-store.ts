// Process lock: what one process holds and a dead one cannot.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StorageError } from '../base/errors.ts';
import { type Connection, openDatabase } from './open-database.ts';

export interface ProcessLock {
  close(): void;
}

export interface LockOptions {
  /** Path of the lock's own SQLite file; a `.pid` file beside it says who holds it. */
  readonly path: string;
  /** What is going on while it is held, as a sentence begins: "Another run of this world". */
  readonly holder: string;
}

/** A lock that one takes again and again. */
export interface ProcessLatch {
  /** Throws `StorageError` (`lock.held`) naming the process that has it. */
  take(): void;
  /** Nothing where it is not taken. */
  release(): void;
  /** Releases it, and the file. */
  close(): void;
}

/** A connection nobody refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<Connection>();

/**
 * Takes the lock or throws `StorageError` naming the process that has it. The operating system frees it when the
 * process ends, however it ends: an open write transaction is the lock, a file that says so would outlive a kill.
 */
export function openProcessLock(options: LockOptions): ProcessLock {
  const latch = openProcessLatch(options);
  latch.take();
  return { close: latch.close };
}

/** The file is opened when the lock is first taken, and stays open: opening costs more than taking. */
export function openProcessLatch(options: LockOptions): ProcessLatch {
  const pidPath = `${options.path}.pid`;
  let connection: Connection | undefined;
  const release = () => {
    if (connection === undefined || !held.delete(connection)) return;
    rmSync(pidPath, { force: true });
    connection.exec('ROLLBACK');
  };
  return {
    take() {
      connection = takeLock(options, pidPath, connection);
      writeFileSync(pidPath, `${process.pid}\n`);
      held.add(connection);
    },
    release,
    close() {
      release();
      connection?.close();
      connection = undefined;
    },
  };
}

function takeLock(options: LockOptions, pidPath: string, open: Connection | undefined): Connection {
  let connection = open;
  try {
    connection ??= openDatabase({ path: options.path, title: 'the lock', migrations: [], busyTimeoutMs: 0 });
    connection.exec('BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    if (connection !== open) connection?.close();
    if (!isBusy(error)) throw error;
    const pid = findPid(pidPath);
    throw new StorageError({
      code: 'lock.held',
      happened: `${options.holder} is going on${pid === undefined ? '' : ` (process ${pid})`}.`,
      todo: 'Wait for it or stop it, then start again.',
      cause: error,
    });
  }
}

/** From the driver when the transaction is refused, from `openDatabase` when already the opening is. */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_BUSY') || code === 'store.locked';
}

function findPid(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return /^\d+$/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
