// Watches signals: the first Ctrl-C stops after a reply that is arriving, or at once if none is; the second stops at once.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { listStopSignals, ownPlatform } from '@terrarium/kernel/platform';

export interface StopWatch {
  readonly stop: AnnotateRequest['stop'];
  /** The model, watched so that it is known whether a reply has begun to arrive. */
  watch(model: LanguageModel): LanguageModel;
  /** Gives the signals their usual effect again. */
  close(): void;
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP; `onFirst` is called when the first one comes, with whether a reply is waited
 * for: one that has begun to arrive is paid for and is kept, one of which nothing has come is given up.
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
        // Several replies may arrive at once, of worlds that are read side by side.
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
