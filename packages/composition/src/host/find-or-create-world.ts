// Finds the world of a folder, or makes one: several processes may start at once on a folder that is not there yet.

import { createWorld } from '@terrarium/annotator/open-world';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Host } from './host.ts';

/** A process that comes second takes the world that the first has made. Throws what `createWorld` throws. */
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
