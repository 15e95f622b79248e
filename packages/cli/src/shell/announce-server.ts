// Announces each server that is asked, once, before the first request to it.

import { type AskedServer, renderAsked } from '@terrarium/kernel/asked-server';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from './shell.ts';

/**
 * For a person, the announcement goes to standard output if the command reports its progress; otherwise to
 * standard error, apart from the command's output. A program finds the server in the events or values that it
 * reads.
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

/** Records servers that a command has already named in its own words. */
export function recordAnnounced(shell: Shell, servers: readonly AskedServer[]): void {
  shell.asked = [...shell.asked, ...servers.filter((server) => !isAnnounced(shell, server))];
}

function isAnnounced({ asked }: Shell, { purpose, model, host }: AskedServer): boolean {
  return asked.some((one) => one.purpose === purpose && one.model === model && one.host === host);
}

const keyWithheld =
  'No key is sent there: only the world names this address, and your key was given for another. To send one, set "keys" in your own terrarium.yaml.';
