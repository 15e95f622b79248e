// Opens a filler of missing vectors: it makes them for moments in the background while a talk goes on.

import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { Memory } from './memory.ts';

export interface Filling {
  /** Starts filling, unless it is already running. */
  start(): void;
  /**
   * Stops filling, and resolves once no request is under way. If meanwhile an error occurred that is not a
   * failure of the server, throws it.
   */
  close(): Promise<void>;
}

/** After a failure of the server, filling is tried again after the next turn; the talk continues meanwhile. */
export function openFilling(memory: Pick<Memory, 'embed'>): Filling {
  const stop = new AbortController();
  const state: { running: Promise<void> | undefined; fault: unknown } = {
    running: undefined,
    fault: undefined,
  };
  const fill = async () => {
    try {
      await memory.embed({ signal: stop.signal });
    } catch (error) {
      const isFailure = error instanceof ProviderError || error instanceof ModelError || stop.signal.aborted;
      if (!isFailure) state.fault ??= error;
    } finally {
      state.running = undefined;
    }
  };
  return {
    start: () => {
      state.running ??= fill();
    },
    close: async () => {
      stop.abort(new DOMException('The talk is over.', 'AbortError'));
      await state.running;
      if (state.fault !== undefined) throw state.fault;
    },
  };
}
