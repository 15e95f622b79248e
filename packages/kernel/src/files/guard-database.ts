// Guards the opening of a database: checks that no link is on the way to it, before SQLite opens it and right after.

import { dirname, resolve } from 'node:path';
import { findWorldAround } from './is-there.ts';
import { refuseLink } from './refuse-foreign.ts';
import { openWorldFolder } from './world-folder.ts';

export interface GuardedDatabase {
  readonly path: string;
  /**
   * The folder below which links on the way to the database are not followed: the world's folder; by default, the
   * database's own folder.
   */
  readonly within?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly mustExist?: boolean | undefined;
  /**
   * Whether a person named the path, for reading only. Links on the path are then followed, unless the path is in a
   * world.
   */
  readonly isNamed?: boolean | undefined;
}

/** SQLite's name for a temporary file, which is deleted when it is closed. */
const temporaryPath = '';

const skipGuard = () => undefined;

/**
 * Makes the file if it is missing, unless `readonly` or `mustExist` is set. Returns a function that checks again, to
 * be called after SQLite has opened the file and before the first statement. Even so, a link stays unnoticed if
 * another program of this person makes it after the first check and removes it before the second one, because SQLite
 * opens the file by its path. Throws `StorageError`, or the system's error.
 */
export function guardDatabase(database: GuardedDatabase): () => void {
  const { path, readonly, mustExist } = database;
  const within = findRoot(database);
  if (path === ':memory:' || path === temporaryPath || within === undefined) return skipGuard;
  const folder = openWorldFolder(within);
  const isWritten = readonly !== true;
  // Makes the world's folder private, so that nobody else can read anything in it: older versions did not do this.
  if (isWritten && folder.has('world.json')) folder.setPrivate();
  const before = folder.checkDatabase(path, { isWritten, isMade: isWritten && mustExist !== true });
  return () => {
    const after = folder.checkDatabase(path, { isWritten: false, isMade: false });
    if (before !== undefined && before !== after) throw refuseLink(path);
  };
}

/** The folder below which links are not followed; undefined if all links may be followed. */
function findRoot({ path, within, readonly, isNamed }: GuardedDatabase): string | undefined {
  if (isNamed === true && readonly === true) return findWorldAround(path);
  return within ?? dirname(resolve(path));
}
