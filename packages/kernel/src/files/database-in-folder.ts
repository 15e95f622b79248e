// A database in a checked folder: its file and what SQLite keeps beside it, each a file of that folder alone.

import { chmodSync, lstatSync } from 'node:fs';
import { applyMode, type CheckedName, createIn, forOthers, ownFileMode } from './files-in-folder.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** The file, and what SQLite opens or makes by itself beside it. */
const endings = ['', '-wal', '-shm', '-journal'];

export interface DatabaseOptions {
  /** Makes the file where there is none: SQLite gives what it keeps beside it the same mode. */
  readonly isMade: boolean;
  /** Takes the reading of what is there from others. */
  readonly isWritten: boolean;
}

/**
 * Which file it is; undefined where there is none. Throws `StorageError` where one of them is no file of this folder alone.
 * None that is there is opened: closing it would take from this process whatever locks it has on it.
 */
export function checkDatabaseIn(
  name: CheckedName,
  { isMade, isWritten }: DatabaseOptions,
): string | undefined {
  if (isMade && findOwn(name) === undefined) createIn(name);
  const [main] = endings.map((ending) => {
    const about = findOwn({ ...name, name: name.name + ending, path: name.path + ending });
    if (about !== undefined && isWritten && (about.mode & forOthers) !== 0) {
      applyMode(() => chmodSync(name.folder.resolve(name.name + ending), ownFileMode));
    }
    return about;
  });
  return main === undefined ? undefined : `${main.dev}:${main.ino}`;
}

function findOwn({ folder, name, path }: CheckedName) {
  const about = lstatSync(folder.resolve(name), { throwIfNoEntry: false });
  if (about !== undefined) refuseForeign(path, about);
  return about;
}
