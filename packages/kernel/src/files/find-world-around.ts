// Finds the world that a path lies in, by its names alone.

import { dirname, join, resolve } from 'node:path';
import { isThere } from './is-there.ts';

/** The folder of the outermost one, which somebody else may have made; undefined where the path lies in none. */
export function findWorldAround(path: string): string | undefined {
  const found: string[] = [];
  for (let dir = dirname(resolve(path)); ; dir = dirname(dir)) {
    if (isThere(join(dir, 'world.json'))) found.push(dir);
    if (dirname(dir) === dir) return found.at(-1);
  }
}
