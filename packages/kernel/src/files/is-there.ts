// Whether something is there, without opening it or following it.

import { lstatSync } from 'node:fs';

/** A link counts by itself, wherever it leads. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Also a file that was cut to nothing: SQLite would take it for a new database. */
export function isGone(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined || (status.isFile() && status.size === 0);
}
