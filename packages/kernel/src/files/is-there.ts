// Tells whether something exists at a path, without opening it or following a link.
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A link counts as something, even if it leads nowhere. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Also true for an empty file, which SQLite would take for a new database. */
export function isGone(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined || (status.isFile() && status.size === 0);
}

/**
 * The folder of the outermost world that contains the path; undefined if there is none. The maker of that world may be
 * somebody else.
 */
export function findWorldAround(path: string): string | undefined {
  const found: string[] = [];
  for (let dir = dirname(resolve(path)); ; dir = dirname(dir)) {
    if (isThere(join(dir, 'world.json'))) found.push(dir);
    if (dirname(dir) === dir) return found.at(-1);
  }
}
