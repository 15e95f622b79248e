// World links: corpora that lie outside of a world, which it reads only where a person on this machine let it.

import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { CorpusRecord, World } from './world.ts';

/** Whoever made the world could have named any file of the person's. */
export function isStrangeLink({ dir }: World, { kind, path }: CorpusRecord): boolean {
  return kind === 'linked' && !openKnownWorlds().hasLink(dir, path);
}

/** Those that nobody allowed yet. */
export function listStrangeLinks(world: World): readonly CorpusRecord[] {
  return world.corpora.filter((record) => isStrangeLink(world, record));
}

/** Throws `StorageError` where it cannot be kept. */
export function registerLinks({ dir }: World, links: readonly CorpusRecord[]): void {
  for (const { path } of links) openKnownWorlds().recordLink(dir, path);
}
