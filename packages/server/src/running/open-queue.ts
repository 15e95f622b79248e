// Opens a queue: keeps the events for a stream that arrive while an earlier one is being sent.

export interface Queue<Sent> {
  push(one: Sent): void;
  close(): void;
  /** Resolves with the next event; with `idle` if none came for `ms`; with undefined once the queue is closed. */
  take(ms: number): Promise<Sent | 'idle' | undefined>;
}

export function openQueue<Sent>(): Queue<Sent> {
  const waiting: Sent[] = [];
  let isClosed = false;
  let wake = (): void => undefined;
  return {
    push(one) {
      waiting.push(one);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async take(ms) {
      if (waiting.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      if (isClosed) return undefined;
      return waiting.shift() ?? 'idle';
    },
  };
}
