// Settles which files outside of a world it may read: a person allows them once, with --trust-world or at a terminal.

import { resolve } from 'node:path';
import type { CorpusRecord, World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { listStrangeLinks, registerLinks } from '@terrarium/annotator/world-links';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { renderLinks } from '../views/render-held.ts';
import { askYes, isAtTerminal } from './ask-yes.ts';

/** What nobody allows is refused where it would be opened. Throws `StorageError` where a yes cannot be kept. */
export async function resolveLinks(shell: Shell, world: World): Promise<void> {
  const links = applyTrust(shell, world);
  if (links.length === 0 || !isAtTerminal(shell)) return;
  shell.printer.writeLines(...renderLinks(links, world.dir, shell.printer.width));
  if (await askYes('Let it read them? [y/N] ')) registerLinks(world, links);
}

/** The links that are still to be asked about: none where the person trusts the world. */
export function applyTrust({ printer, trustsWorld }: Shell, world: World): readonly CorpusRecord[] {
  const links = listStrangeLinks(world);
  if (!trustsWorld || links.length === 0) return links;
  registerLinks(world, links);
  const paths = links.map(({ path }) => path).join(', ');
  const text = `The world ${world.dir} may read from now on, outside of its folder: ${paths}`;
  printer.warn(...wrapText(text, { width: printer.width }).map((line) => paint(line, 'dim')));
  return [];
}

/** The same by the folder, which may hold no world yet. */
export function collectLinksToAsk(shell: Shell, dir: string) {
  const world = findWorld(resolve(dir));
  const links = world === undefined ? [] : applyTrust(shell, world);
  return {
    links,
    allow: () => {
      if (world !== undefined) registerLinks(world, links);
    },
  };
}
