// Waits for the server to say how large its context window is; a person is told, and can stop waiting with Ctrl-C.

import { exitCodes, type Shell } from './shell.ts';

/** Ctrl-C ends the process at once, so this is called before anything is open that would have to be closed. */
export async function waitForWindow<Result>(
  { printer }: Shell,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopAtOnce = () => {
    printer.showLive();
    printer.writeLines('Stopped.');
    process.exit(exitCodes.interrupted);
  };
  printer.showLive('Asking the server how large its context window is …');
  process.once('SIGINT', stopAtOnce);
  try {
    return await work();
  } finally {
    process.off('SIGINT', stopAtOnce);
    printer.showLive();
  }
}
