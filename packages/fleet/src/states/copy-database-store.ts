// Copies a SQLite database as it is at one moment, even while others read or write it.

import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import Database from 'better-sqlite3';

/** A database that is copied again and again while another connection writes to it. */
export interface DatabaseSource {
  /** Returns the bytes of the whole database, including changes that are still only in its write-ahead log. */
  copy(): Uint8Array;
  close(): void;
}

export function openDatabaseSource(path: string): DatabaseSource {
  const guard = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw error instanceof TerrariumError ? error : refuseUnreadable(path, error);
    }
  };
  const connection = guard(() => new Database(path, { readonly: true, fileMustExist: true }));
  return {
    copy: () => guard(() => connection.serialize()),
    close: () => connection.close(),
  };
}

function refuseUnreadable(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.cannot-copy',
    happened: `${path} cannot be copied.`,
    todo: 'Check with "terrarium verify" whether the world is undamaged, and make sure that there is enough free RAM for its largest file.',
    cause,
  });
}
