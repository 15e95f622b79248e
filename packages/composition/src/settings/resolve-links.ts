// Resolves which files outside of a world the world may read: those that a person has allowed, and no others.

import { resolve } from 'node:path';
import { type CorpusRecord, listStrangeLinks, registerLinks, type World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Host } from '../host/host.ts';

/**
 * If the person does not allow a link, it is refused later, when it is to be opened. Throws `StorageError` if
 * their permission cannot be stored.
 */
export async function resolveLinks(host: Host, world: World): Promise<void> {
  const links = applyTrust(host, world);
  if (links.length === 0) return;
  if (await host.askTrust({ dir: world.dir, routes: undefined, links })) registerLinks(world, links);
}

/** Returns the links about which the person must still be asked; none if they trust the world. */
export function applyTrust(host: Host, world: World): readonly CorpusRecord[] {
  const links = listStrangeLinks(world);
  if (!host.trustsWorld || links.length === 0) return links;
  registerLinks(world, links);
  host.notify({ kind: 'links-accepted', world, links });
  return [];
}

/**
 * Returns the links about which the person must still be asked, and `allow`, which records the permission.
 * The folder need not contain a world.
 */
export function collectLinksToAsk(host: Host, dir: string) {
  const world = findWorld(resolve(dir));
  const links = world === undefined ? [] : applyTrust(host, world);
  return {
    links,
    allow: () => {
      if (world !== undefined) registerLinks(world, links);
    },
  };
}
