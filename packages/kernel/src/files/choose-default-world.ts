// Chooses the world of a command that names none.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `./world`; but inside the folder of a world that has no `./world` in it, that world itself. */
export function chooseDefaultWorld(folder = '.'): string {
  const isHere = existsSync(join(folder, 'world.json')) && !existsSync(join(folder, 'world', 'world.json'));
  return isHere ? '.' : './world';
}
