// Announces each server that is asked, once, before the first request to it.

import { type AskedServer, renderAsked } from '@terrarium/kernel/asked-server';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from './shell.ts';

/**
 * The announcement goes to standard output if the command reports its progress, else to standard error, away from the
 * command's output; a program finds the server in the events or values it reads.
 */
export function announceServer(shell: Shell, server: AskedServer, isKeyWithheld: boolean): void {
  if (isAnnounced(shell, server)) return;
  shell.asked = [...shell.asked, server];
  const { printer, isForProgram, tellsEvents } = shell;
  if (isForProgram) {
    if (tellsEvents) printer.writeJson('serverAsked', { kind: 'server-asked', ...server });
    return;
  }
  const tell = tellsEvents ? printer.writeLines : printer.warn;
  const { width } = printer;
  tell(...wrapText(renderAsked(server), { width }).map((line) => paint(line, 'dim')));
  if (isKeyWithheld) printer.warn(...wrapText(keyWithheld, { width }).map((line) => paint(line, 'yellow')));
}

/** For a command that has named these servers in its own words. */
export function recordAnnounced(shell: Shell, servers: readonly AskedServer[]): void {
  shell.asked = [...shell.asked, ...servers.filter((server) => !isAnnounced(shell, server))];
}

function isAnnounced({ asked }: Shell, { purpose, model, host }: AskedServer): boolean {
  return asked.some((one) => one.purpose === purpose && one.model === model && one.host === host);
}

const keyWithheld =
  'No key is sent there: only the world names this address, and your key was given for another. To send one, set "keys" in your own terrarium.yaml.';
