// Stop wish: Ctrl-C once finishes the step under way, twice leaves at once.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';

export interface StopWatch {
  readonly stop: AnnotateRequest['stop'];
  /** Signals do what they always did again. */
  close(): void;
}

/** Listens for SIGINT, SIGTERM and SIGHUP; `onFirst` is told when the first one comes. */
export function watchSignals(onFirst: () => void): StopWatch {
  const abort = new AbortController();
  let isRequested = false;
  const take = () => {
    if (isRequested) {
      abort.abort(new DOMException('Stopped at once.', 'AbortError'));
      return;
    }
    isRequested = true;
    onFirst();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, take);
  return {
    stop: { isRequested: () => isRequested, abort: abort.signal },
    close: () => {
      for (const signal of signals) process.off(signal, take);
    },
  };
}
