// Handles Ctrl-C during a talk: stops a reply that is being made, or ends the talk if pressed at the prompt.

export interface Stop {
  /** Begins a turn, and returns the signal that stops it. */
  start(): AbortSignal;
  /** Ends the turn. */
  finish(): void;
  /** Called for Ctrl-C at the prompt. */
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
