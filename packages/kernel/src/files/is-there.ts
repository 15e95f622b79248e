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
