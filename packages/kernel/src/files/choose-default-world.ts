// Chooses the world of a command that names none.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns `./world`. If the current folder is itself a world and contains no `./world`, returns the current
 * folder.
 */
export function chooseDefaultWorld(folder = '.'): string {
  const isHere = existsSync(join(folder, 'world.json')) && !existsSync(join(folder, 'world', 'world.json'));
  return isHere ? '.' : './world';
}
