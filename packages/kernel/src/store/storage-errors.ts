// Turns the SQLite driver's errors into ours, each with what the operator can do.

import Database from 'better-sqlite3';
import { Bug, StorageError, TerrariumError } from '../base/errors.ts';

export interface StorePlace {
  /** What the database is called in messages, such as "the glossary". */
  readonly title: string;
  readonly path: string;
}

interface Condition {
  /** How the driver's code, a colon and its message begin. */
  readonly prefix: string;
  readonly code: string;
  readonly happened: (place: StorePlace) => string;
  readonly todo: string;
}

/** Tables that SQLite keeps for an index of words refuse what they should take, perhaps in the midst of a rollback. */
const selfContradicting = {
  code: 'store.damaged',
  happened: (place: StorePlace) =>
    `What ${place.path} holds does not agree with itself: a write was refused.`,
  todo: 'Start again: everything up to the last step is safe. If it is refused again, restore it from a backup.',
};

const conditions: readonly Condition[] = [
  {
    prefix: 'SQLITE_BUSY',
    code: 'store.locked',
    happened: (place) => `Another program is writing to ${place.title} (${place.path}).`,
    todo: 'Wait for it or close it, then start again. Nothing was lost.',
  },
  {
    prefix: 'SQLITE_LOCKED',
    code: 'store.locked',
    happened: (place) => `Another program is writing to ${place.title} (${place.path}).`,
    todo: 'Wait for it or close it, then start again. Nothing was lost.',
  },
  {
    prefix: 'SQLITE_FULL',
    code: 'store.full',
    happened: (place) => `The disk that holds ${place.path} is full.`,
    todo: 'Free some space and start again: everything up to the last step is safe.',
  },
  {
    prefix: 'SQLITE_NOTADB',
    code: 'store.not-a-database',
    happened: (place) => `${place.path} is not a SQLite database.`,
    todo: 'Check the path; if it was one, restore it from a backup. It was not changed.',
  },
  {
    prefix: 'SQLITE_CORRUPT',
    code: 'store.corrupt',
    happened: (place) => `${place.path} is damaged.`,
    todo: 'Restore it from a backup (of a world: the whole folder), or try SQLite\'s ".recover" on a copy of the file.',
  },
  {
    prefix: 'SQLITE_CANTOPEN',
    code: 'store.cannot-open',
    happened: (place) => `${place.path} cannot be opened or created.`,
    todo: 'Check that it is a file, that its folder exists and that you may write there.',
  },
  {
    prefix: 'SQLITE_READONLY',
    code: 'store.read-only',
    happened: (place) => `${place.path} cannot be written to.`,
    todo: 'Check the permissions of the file and of its folder.',
  },
  {
    prefix: 'SQLITE_IOERR',
    code: 'store.io',
    happened: (place) => `Reading or writing ${place.path} failed.`,
    todo: 'Check the disk, its free space and any limit on the size of files, then start again: everything up to the last step is safe.',
  },
  // Our own tables are named by such a message.
  { prefix: 'SQLITE_CONSTRAINT_PRIMARYKEY: constraint failed', ...selfContradicting },
  { prefix: 'SQLITE_ERROR: no such savepoint', ...selfContradicting },
];

/** One of our errors for anything a store threw; our own pass through unchanged. */
export function translateStorageError(error: unknown, place: StorePlace): TerrariumError {
  if (error instanceof TerrariumError) return error;
  if (error instanceof Database.SqliteError) {
    const said = `${error.code}: ${error.message}`;
    const condition = conditions.find((known) => said.startsWith(known.prefix));
    if (condition === undefined) return new Bug(`${place.title}: ${error.message} (${error.code})`, error);
    return new StorageError({
      code: condition.code,
      happened: condition.happened(place),
      todo: condition.todo,
      cause: error,
    });
  }
  if (error instanceof TypeError && error.message.includes('directory does not exist')) {
    return new StorageError({
      code: 'store.cannot-open',
      happened: `The folder of ${place.path} does not exist.`,
      todo: 'Check the --world folder.',
      cause: error,
    });
  }
  return new Bug(`${place.title}: ${String(error)}`, error);
}
