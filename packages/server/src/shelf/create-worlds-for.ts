// Creates worlds for people who begin in the browser: in given folders that are missing or empty, or beside another world.

import { dirname, join, resolve } from 'node:path';
import { checkTitle } from '@terrarium/annotator/check-title';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment, type Clock } from '@terrarium/kernel/environment';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { nameKey } from './open-shelf.ts';

/** Returns the folders that became worlds. A folder that contains anything is not changed. */
export function createWorldsFor(dirs: readonly string[]): readonly string[] {
  const { clock } = buildSystemEnvironment();
  const made = dirs
    .map((dir) => resolve(dir))
    .filter((dir) => !isThere(dir) || openWorldFolder(dir).list('.').length === 0);
  for (const dir of made) createWorld({ dir, clock });
  return made;
}

/**
 * Creates an empty world in a new folder beside the given one, named after its title, and returns the folder. Throws
 * `UsageError` for a title that is not allowed, and the errors of creating a folder.
 */
export function createWorldBeside(beside: string, said: string, clock: Clock): string {
  const title = checkTitle(said);
  const parent = dirname(beside);
  const dir = join(parent, nameKey(title, { has: (name) => isThere(join(parent, name)) }));
  createWorld({ dir, title, clock });
  return dir;
}
