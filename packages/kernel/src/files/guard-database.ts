// Guards a database that is opened: no link on the way to it, before SQLite opens it and right after.

import { dirname, resolve } from 'node:path';
import { findWorldAround } from './is-there.ts';
import { refuseLink } from './refuse-foreign.ts';
import { openWorldFolder } from './world-folder.ts';

export interface GuardedDatabase {
  readonly path: string;
  /** The folder in which no link is followed on the way to it: that of its world; its own unless said. */
  readonly within?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly mustExist?: boolean | undefined;
  /** A path that a person named, to be read: its links are theirs, unless it lies in a world. */
  readonly isNamed?: boolean | undefined;
}

const skipGuard = () => undefined;

/**
 * Makes the file where there is none and there may be one. Answers what is to be called once SQLite has opened it, before
 * the first statement. SQLite opens by path: a link that is put there after the first check and is gone before the second,
 * which takes another program of this person, is not noticed. Throws `StorageError`, or the system's error.
 */
export function guardDatabase(database: GuardedDatabase): () => void {
  const { path, readonly, mustExist } = database;
  const within = findRoot(database);
  if (path === ':memory:' || within === undefined) return skipGuard;
  const folder = openWorldFolder(within);
  const isWritten = readonly !== true;
  // A world of before: whoever may not enter its folder reads nothing in it.
  if (isWritten && folder.has('world.json')) folder.setPrivate();
  const before = folder.checkDatabase(path, { isWritten, isMade: isWritten && mustExist !== true });
  return () => {
    const after = folder.checkDatabase(path, { isWritten: false, isMade: false });
    if (before !== undefined && before !== after) throw refuseLink(path);
  };
}

/** The folder in which no link is followed; undefined where whatever the path leads to is the person's. */
function findRoot({ path, within, readonly, isNamed }: GuardedDatabase): string | undefined {
  if (isNamed === true && readonly === true) return findWorldAround(path);
  return within ?? dirname(resolve(path));
}
