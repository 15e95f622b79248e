// Chooses the world of a command that names none.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `./world`; but whoever stands in the folder of a world, and has no `./world` there, means that one. */
export function chooseDefaultWorld(folder = '.'): string {
  const isHere = existsSync(join(folder, 'world.json')) && !existsSync(join(folder, 'world', 'world.json'));
  return isHere ? '.' : './world';
}
