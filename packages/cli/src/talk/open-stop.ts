// Stop: Ctrl-C in a talk, which stops a reply that is on its way, and else the talk.

export interface Stop {
  /** A signal for the next turn. */
  start(): AbortSignal;
  /** The turn is over. */
  finish(): void;
  /** What to do at the prompt. */
  onIdle: () => void;
  interrupt(): void;
  close(): void;
}

export function openStop(): Stop {
  const state: { turn: AbortController | undefined } = { turn: undefined };
  const stop: Stop = {
    start: () => {
      state.turn = new AbortController();
      return state.turn.signal;
    },
    finish: () => {
      state.turn = undefined;
    },
    onIdle: () => undefined,
    interrupt: () => {
      if (state.turn === undefined) stop.onIdle();
      else state.turn.abort(new DOMException('Stopped.', 'AbortError'));
    },
    close: () => process.off('SIGINT', stop.interrupt),
  };
  process.on('SIGINT', stop.interrupt);
  return stop;
}
