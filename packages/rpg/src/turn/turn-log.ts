// Turn log: keeps the events of the turn that is being played, or was played last, for screens that missed some.

import type { TurnEvent, TurnHappening } from './turn-event.ts';

/** The last event that a screen has seen. */
export interface SeenEvent {
  readonly turn: number;
  readonly sequence: number;
}

export interface TurnLog {
  /** Numbers the event and passes it to everybody who follows. */
  append(turn: number, happening: TurnHappening): TurnEvent;
  /** The events of the logged turn that a screen missed; all of them if it has seen none, or another turn. */
  listAfter(seen?: SeenEvent): readonly TurnEvent[];
  /**
   * Yields what was missed and then what comes, until the end of the turn; waits if nothing was missed. Ends when the
   * signal is aborted.
   */
  follow(seen?: SeenEvent, signal?: AbortSignal): AsyncGenerator<TurnEvent, void, undefined>;
}

function isLastEvent(event: TurnEvent): boolean {
  return event.kind === 'turn-committed' || event.kind === 'turn-failed';
}

export function buildTurnLog(): TurnLog {
  let kept: TurnEvent[] = [];
  const waiting = new Set<() => void>();
  const listAfter = (seen?: SeenEvent) => {
    const isSame = seen !== undefined && kept[0]?.turn === seen.turn;
    return kept.slice(isSame ? Math.max(0, seen.sequence) : 0);
  };
  const isOver = (last?: TurnEvent) => last !== undefined && isLastEvent(last) && kept.at(-1) === last;
  return {
    append(turn, happening) {
      if (kept[0]?.turn !== turn || isNewStart(kept, happening)) kept = [];
      const event: TurnEvent = { sequence: kept.length + 1, turn, ...happening };
      kept.push(event);
      for (const finish of [...waiting]) finish();
      return event;
    },
    listAfter,
    async *follow(from, signal) {
      let seen = from;
      for (;;) {
        // There must be no `await` between checking for events and waiting: an event in between would be missed.
        if (listAfter(seen).length === 0) await waitForMore(waiting, signal);
        const missed = listAfter(seen);
        if (missed.length === 0) return;
        yield* missed;
        seen = missed.at(-1) ?? seen;
        if (isOver(missed.at(-1))) return;
      }
    },
  };
}

/** Whether a turn begins with the number of an earlier turn that was undone, dropped or retold. */
function isNewStart(kept: readonly TurnEvent[], happening: TurnHappening): boolean {
  return kept.length > 0 && happening.kind === 'turn-started' && !happening.isResumed;
}

/** Resolves when something was appended or the screen is closed. */
function waitForMore(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      waiting.delete(finish);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    if (signal?.aborted) return resolve();
    waiting.add(finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
