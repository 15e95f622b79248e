// Creates a world in each given folder that is missing or empty, so that a person can begin in the browser.

import { resolve } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';

/** Returns the folders that became worlds. A folder that contains anything else is not changed. */
export function createWorldsFor(dirs: readonly string[]): readonly string[] {
  const { clock } = buildSystemEnvironment();
  const made = dirs
    .map((dir) => resolve(dir))
    .filter((dir) => !isThere(dir) || openWorldFolder(dir).list('.').length === 0);
  for (const dir of made) createWorld({ dir, clock });
  return made;
}
