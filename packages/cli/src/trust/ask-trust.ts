// Asks a person at a terminal whether to accept where a world sends requests and which outside files it reads.

import type { TrustQuestion } from '@terrarium/composition/host';
import { UsageError } from '@terrarium/kernel/errors';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';
import type { Shell } from '../shell/shell.ts';
import { listHeld, renderHeld, renderLinks, renderNotes } from '../views/render-held.ts';
import { askYes, isAtTerminal } from './ask-yes.ts';

/** Throws `UsageError` if routes or notes have to be accepted and nobody is at the terminal. */
export async function askTrust(shell: Shell, question: TrustQuestion): Promise<boolean> {
  const { printer } = shell;
  const { dir, routes, links, notes } = question;
  if (!isAtTerminal(shell)) {
    if (routes !== undefined) throw refuseUntrusted(dir, routes);
    if (notes !== undefined) throw refuseNotes(dir);
    return false;
  }
  if (notes !== undefined) {
    printer.writeLines(...renderNotes(notes, dir, printer.width));
    return await askYes(shell, 'Let the model follow them? [y/N] ');
  }
  const held = routes === undefined ? [] : renderHeld(routes, dir, printer.width);
  printer.writeLines(...held, ...renderLinks(links, dir, printer.width));
  return await askYes(shell, routes === undefined ? 'Let it read them? [y/N] ' : 'Use them? [y/N] ');
}

function refuseNotes(dir: string): UsageError {
  return new UsageError({
    code: 'world.untrusted-notes',
    happened: `The reading-notes.md of the world ${dir} tells the reading model what to do, and you have not accepted that on this machine.`,
    todo: 'Look at it, and accept it with --trust-world; or remove it. Nothing was sent.',
  });
}

function refuseUntrusted(dir: string, routes: HeldRoutes): UsageError {
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The terrarium.yaml of the world ${dir} says where requests go (${listHeld(routes)}), and you have not accepted that on this machine.`,
    todo: 'Look at it, and accept it with --trust-world; or give each of these settings yourself, on the command line or in the environment.',
  });
}
