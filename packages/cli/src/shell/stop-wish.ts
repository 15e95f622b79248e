// Stop wish: Ctrl-C once finishes the step under way or leaves a server that says nothing, twice leaves at once.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { LanguageModel } from '@terrarium/kernel/language-model';

export interface StopWatch {
  readonly stop: AnnotateRequest['stop'];
  /** The model, watched for whether a reply has begun to arrive. */
  watch(model: LanguageModel): LanguageModel;
  /** Signals do what they always did again. */
  close(): void;
}

/** A reply of which nothing arrived is waited for so long; what has begun to arrive is paid for, and is waited for to its end. */
const patienceMs = 5_000;

/** Listens for SIGINT, SIGTERM and SIGHUP; `onFirst` is told when the first one comes. */
export function watchSignals(onFirst: () => void): StopWatch {
  const abort = new AbortController();
  const state = { isRequested: false, isArriving: false, timer: undefined as NodeJS.Timeout | undefined };
  const leave = () => abort.abort(new DOMException('Stopped at once.', 'AbortError'));
  const take = () => {
    if (state.isRequested) {
      leave();
      return;
    }
    state.isRequested = true;
    state.timer = setTimeout(() => {
      if (!state.isArriving) leave();
    }, patienceMs);
    onFirst();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, take);
  return {
    stop: { isRequested: () => state.isRequested, abort: abort.signal },
    watch: (model) => ({
      ...model,
      reply: async (request, options) => {
        state.isArriving = false;
        const onArrival = () => {
          state.isArriving = true;
        };
        return await model.reply(request, { ...options, onArrival });
      },
    }),
    close: () => {
      clearTimeout(state.timer);
      for (const signal of signals) process.off(signal, take);
    },
  };
}
