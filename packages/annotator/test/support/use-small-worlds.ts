// Opens small worlds for a test, and removes them when the test ends.

import { afterEach } from 'vitest';
import { buildSmallWorld, type SmallPost, type SmallWorld } from './small-world.ts';

/** Call it once in each file; returns a function that makes worlds. */
export function useSmallWorlds(): (posts: readonly SmallPost[]) => SmallWorld {
  const worlds: SmallWorld[] = [];
  afterEach(() => {
    for (const world of worlds.splice(0)) world.remove();
  });
  return (posts) => {
    const world = buildSmallWorld(posts);
    worlds.push(world);
    return world;
  };
}
