// Watches signals: after the first Ctrl-C, only a reply that has begun to arrive is awaited; the second stops at once.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { listStopSignals, ownPlatform } from '@terrarium/kernel/platform';

export interface StopWatch {
  readonly stop: AnnotateRequest['stop'];
  /** Wraps the model, to notice when a reply begins to arrive. */
  watch(model: LanguageModel): LanguageModel;
  /** Gives the signals their usual effect again. */
  close(): void;
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP, and on Windows for SIGBREAK. At the first signal it calls `onFirst`, and says
 * whether a reply is waited for. A reply that has begun to arrive is paid for, so it is waited for and kept. A reply of
 * which nothing has arrived is given up; at a second signal, any reply is.
 */
export function watchSignals(onFirst: (isAwaited: boolean) => void): StopWatch {
  const abort = new AbortController();
  const state = { isRequested: false, arriving: 0 };
  const stopAtOnce = () => abort.abort(new DOMException('Stopped at once.', 'AbortError'));
  const handleSignal = () => {
    const isAwaited = !state.isRequested && state.arriving > 0;
    if (!state.isRequested) onFirst(isAwaited);
    state.isRequested = true;
    if (!isAwaited) stopAtOnce();
  };
  const signals = listStopSignals(ownPlatform);
  for (const signal of signals) process.on(signal, handleSignal);
  return {
    stop: { isRequested: () => state.isRequested, abort: abort.signal },
    watch: (model) => ({
      ...model,
      reply: async (request, options) => {
        // If several worlds are read at the same time, several replies may arrive at once.
        let hasBegun = false;
        const handleArrival = () => {
          if (!hasBegun) state.arriving += 1;
          hasBegun = true;
        };
        try {
          return await model.reply(request, { ...options, onArrival: handleArrival });
        } finally {
          if (hasBegun) state.arriving -= 1;
        }
      },
    }),
    close: () => {
      for (const signal of signals) process.off(signal, handleSignal);
    },
  };
}
