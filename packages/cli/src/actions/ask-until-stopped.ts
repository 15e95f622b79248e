// Asks the configured model something about a story, until it has answered or the person presses Ctrl-C.

import { buildPatience } from '@terrarium/composition/choose-model';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { openReading } from '@terrarium/composition/open-reading';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { paint } from '../screen/style.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

export interface Asking {
  /** Undefined if the built-in reader is configured: it cannot be asked. */
  readonly asked: AskedModel | undefined;
  /** Tokens that a prompt may have. */
  readonly budget: number;
  readonly signal: AbortSignal;
}

/** `waiting` is shown while the model is asked. Returns undefined if the person stopped the request. */
export async function askUntilStopped<Answer>(
  shell: Shell,
  options: WorldOptions & ModelOptions,
  { waiting, ask }: { readonly waiting: string; readonly ask: (asking: Asking) => Promise<Answer> },
): Promise<Answer | undefined> {
  const { model, settings } = await openReading(shell, {
    worldDir: options.world,
    flags: buildFlags(options),
  });
  const abort = new AbortController();
  const stop = () => abort.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stop);
  const asked = isBuiltIn(model.id)
    ? undefined
    : { model, said: settings, patience: buildPatience(shell, settings.retries) };
  if (asked !== undefined) shell.printer.showLive(paint(`  ${waiting} …`, 'dim'));
  try {
    return await ask({ asked, budget: settings.contextBudget, signal: abort.signal });
  } catch (error) {
    if (error !== abort.signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
    return undefined;
  } finally {
    shell.printer.showLive();
    process.off('SIGINT', stop);
  }
}
