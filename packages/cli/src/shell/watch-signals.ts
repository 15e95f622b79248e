// Watches signals: Ctrl-C once finishes the step under way or leaves a silent server, twice leaves at once.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { LanguageModel } from '@terrarium/kernel/language-model';

export interface StopWatch {
  readonly stop: AnnotateRequest['stop'];
  /** The model, watched so that it is known whether a reply has begun to arrive. */
  watch(model: LanguageModel): LanguageModel;
  /** Gives the signals their usual effect again. */
  close(): void;
}

/**
 * How long a reply is waited for after a signal while nothing of it has arrived; one that has begun to arrive is paid
 * for, and is waited for to its end.
 */
const patienceMs = 5_000;

/** Listens for SIGINT, SIGTERM and SIGHUP; `onFirst` is called when the first one comes. */
export function watchSignals(onFirst: () => void): StopWatch {
  const abort = new AbortController();
  const state = { isRequested: false, isArriving: false, timer: undefined as NodeJS.Timeout | undefined };
  const stopAtOnce = () => abort.abort(new DOMException('Stopped at once.', 'AbortError'));
  const handleSignal = () => {
    if (state.isRequested) {
      stopAtOnce();
      return;
    }
    state.isRequested = true;
    state.timer = setTimeout(() => {
      if (!state.isArriving) stopAtOnce();
    }, patienceMs);
    onFirst();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, handleSignal);
  return {
    stop: { isRequested: () => state.isRequested, abort: abort.signal },
    watch: (model) => ({
      ...model,
      reply: async (request, options) => {
        state.isArriving = false;
        const handleArrival = () => {
          state.isArriving = true;
        };
        return await model.reply(request, { ...options, onArrival: handleArrival });
      },
    }),
    close: () => {
      clearTimeout(state.timer);
      for (const signal of signals) process.off(signal, handleSignal);
    },
  };
}
