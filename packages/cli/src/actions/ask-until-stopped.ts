// Asks the configured model something about a story, until it has answered or the person presses Ctrl-C.

import { type Answering, openAnswering } from '@terrarium/composition/open-answering';
import { paint } from '../screen/style.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

export interface Asking extends Answering {
  readonly signal: AbortSignal;
}

/**
 * `waiting` is shown while the model is asked. If the person stops the request, sets the exit code and returns
 * undefined.
 */
export async function askUntilStopped<Answer>(
  shell: Shell,
  options: WorldOptions & ModelOptions,
  { waiting, ask }: { readonly waiting: string; readonly ask: (asking: Asking) => Promise<Answer> },
): Promise<Answer | undefined> {
  const answering = await openAnswering(shell, {
    worldDir: options.world,
    flags: buildFlags(options),
  });
  const abort = new AbortController();
  const stop = () => abort.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stop);
  if (answering.asked !== undefined) shell.printer.showLive(paint(`  ${waiting} …`, 'dim'));
  try {
    return await ask({ ...answering, signal: abort.signal });
  } catch (error) {
    if (error !== abort.signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
    return undefined;
  } finally {
    shell.printer.showLive();
    process.off('SIGINT', stop);
  }
}
