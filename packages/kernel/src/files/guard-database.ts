// Guards the opening of a database: checks that no link is on the way to it, before SQLite opens it and right after.

import { dirname, resolve } from 'node:path';
import { findWorldAround } from './is-there.ts';
import { refuseLink } from './refuse-foreign.ts';
import { openWorldFolder } from './world-folder.ts';

export interface GuardedDatabase {
  readonly path: string;
  /**
   * The folder below which no link is followed on the way to the database: that of its world; by default the database's
   * own.
   */
  readonly within?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly mustExist?: boolean | undefined;
  /** Whether a person named the path, to be read: links on it are then their own business, unless it lies in a world. */
  readonly isNamed?: boolean | undefined;
}

/** For SQLite, a temporary file without a name, which is gone once it is closed. */
const temporaryPath = '';

const skipGuard = () => undefined;

/**
 * Makes the file if it is missing and may be made. Returns a function to be called once SQLite has opened the file,
 * before the first statement. SQLite opens by path: a link goes unnoticed if another program of this person puts it
 * there after the first check and removes it before the second. Throws `StorageError`, or the system's error.
 */
export function guardDatabase(database: GuardedDatabase): () => void {
  const { path, readonly, mustExist } = database;
  const within = findRoot(database);
  if (path === ':memory:' || path === temporaryPath || within === undefined) return skipGuard;
  const folder = openWorldFolder(within);
  const isWritten = readonly !== true;
  // Makes a world of an older version private: whoever may not enter its folder can read nothing in it.
  if (isWritten && folder.has('world.json')) folder.setPrivate();
  const before = folder.checkDatabase(path, { isWritten, isMade: isWritten && mustExist !== true });
  return () => {
    const after = folder.checkDatabase(path, { isWritten: false, isMade: false });
    if (before !== undefined && before !== after) throw refuseLink(path);
  };
}

/** The folder below which no link is followed; undefined if links are the person's own business. */
function findRoot({ path, within, readonly, isNamed }: GuardedDatabase): string | undefined {
  if (isNamed === true && readonly === true) return findWorldAround(path);
  return within ?? dirname(resolve(path));
}
