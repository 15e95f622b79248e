// Resolves which files outside of a world it may read: what a person allowed once stays allowed, everything else is refused.

import { resolve } from 'node:path';
import { type CorpusRecord, listStrangeLinks, registerLinks, type World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Host } from '../host/host.ts';

/**
 * A link that nobody has allowed is refused later, when it is to be opened. Throws `StorageError` if a yes cannot be
 * stored.
 */
export async function resolveLinks(host: Host, world: World): Promise<void> {
  const links = applyTrust(host, world);
  if (links.length === 0) return;
  if (await host.askTrust({ dir: world.dir, routes: undefined, links })) registerLinks(world, links);
}

/** The links that are still to be asked about: none if the person trusts the world. */
export function applyTrust(host: Host, world: World): readonly CorpusRecord[] {
  const links = listStrangeLinks(world);
  if (!host.trustsWorld || links.length === 0) return links;
  registerLinks(world, links);
  host.notify({ kind: 'links-accepted', world, links });
  return [];
}

/** The links that are still to be asked about, and `allow`, which records a yes. The folder may hold no world yet. */
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
