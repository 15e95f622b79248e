// Asks a person at a terminal whether to accept where a world sends requests, and which files outside of it it reads.

import type { TrustQuestion } from '@terrarium/composition/host';
import { UsageError } from '@terrarium/kernel/errors';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';
import type { Shell } from '../shell/shell.ts';
import { listHeld, renderHeld, renderLinks } from '../views/render-held.ts';
import { askYes, isAtTerminal } from './ask-yes.ts';

/** Throws `UsageError` where nobody is at the terminal and routes would have to be accepted. */
export async function askTrust(shell: Shell, { dir, routes, links }: TrustQuestion): Promise<boolean> {
  const { printer } = shell;
  if (!isAtTerminal(shell)) {
    if (routes !== undefined) throw refuseUntrusted(dir, routes);
    return false;
  }
  const held = routes === undefined ? [] : renderHeld(routes, dir, printer.width);
  printer.writeLines(...held, ...renderLinks(links, dir, printer.width));
  return await askYes(shell, routes === undefined ? 'Let it read them? [y/N] ' : 'Use them? [y/N] ');
}

function refuseUntrusted(dir: string, routes: HeldRoutes): UsageError {
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The terrarium.yaml of the world ${dir} says where requests go (${listHeld(routes)}), and nobody has accepted that on this machine.`,
    todo: 'Look at it, and accept it with --trust-world; or give each of these settings yourself, on the command line or in the environment.',
  });
}
