// Finds the world of a folder, or makes one: several processes may start at once on a folder that does not exist yet.

import { createWorld } from '@terrarium/annotator/open-world';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Host } from './host.ts';

/** If another process makes the world first, that world is used. Throws the errors of `createWorld`. */
export function findOrCreateWorld({ environment }: Host, dir: string): World {
  const world = findWorld(dir);
  if (world !== undefined) return world;
  try {
    return createWorld({ dir, clock: environment.clock });
  } catch (error) {
    const made = findWorld(dir);
    if (made === undefined) throw error;
    return made;
  }
}
