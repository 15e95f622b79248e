// Creates a world in which the stories of another one are read from the beginning, for example with a better model.

import { basename, dirname, join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { createSibling } from '../world/create-sibling.ts';
import type { World } from '../world/world.ts';
import { placeFile } from './reader-place.ts';

export interface FreshWorld {
  /** Must not exist yet. By default beside the original and named after it. */
  readonly dir?: string | undefined;
  readonly clock: Clock;
}

/**
 * The new world has the same stories, settings and notes, and the reader's place, but nothing that was read, played or
 * remembered. Creates it completely or not at all. Throws `UsageError` if the folder exists.
 */
export async function createFreshWorld(world: World, { dir, clock }: FreshWorld): Promise<World> {
  return await createSibling(world, {
    dir: dir ?? nameFreshFolder(world.dir, 1),
    title: `${world.title} (read again)`,
    clock,
    fill: (draft) => openWorldFolder(world.dir).copyOut(placeFile, join(draft.dir, placeFile)),
  });
}

/** The first folder beside a world that is free for a fresh one. */
export function findFreshFolder(world: Pick<World, 'dir'>): string {
  for (let number = 1; ; number += 1) {
    const dir = nameFreshFolder(world.dir, number);
    if (!isThere(dir)) return dir;
  }
}

function nameFreshFolder(dir: string, number: number): string {
  return join(dirname(dir), `${basename(dir)}-again${number === 1 ? '' : `-${number}`}`);
}
