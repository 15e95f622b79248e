// Waits for the server's answer about its window: somebody at a terminal is told, and may leave.

import { exitCodes, type Shell } from './shell.ts';

/** Called before anything is open that must be closed: Ctrl-C may end the process at once. */
export async function waitForWindow<Result>(
  { printer }: Shell,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopAtOnce = () => {
    printer.showLive();
    printer.writeLines('Stopped.');
    process.exit(exitCodes.interrupted);
  };
  printer.showLive('Asking the server which window it has loaded …');
  process.once('SIGINT', stopAtOnce);
  try {
    return await work();
  } finally {
    process.off('SIGINT', stopAtOnce);
    printer.showLive();
  }
}
