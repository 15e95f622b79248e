// Opens a telling: plays a turn, and reports each event of it to every page that shows the game.

import { buildMoment } from '@terrarium/composition/build-telling';
import type { Table } from '@terrarium/composition/open-table';
import type { Clock } from '@terrarium/kernel/environment';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import type { TurnOptions } from '@terrarium/rpg/turn-options';

export type NumberedMoment = NonNullable<
  RouteAnswer<'GET /api/worlds/{world}/games/{game}'>['telling']
>[number];

export type PlayedTurn = (options: TurnOptions) => AsyncGenerator<TurnEvent, void, undefined>;

export interface Telling {
  /**
   * Resolves when the turn has begun; the turn then continues by itself. Throws `UsageError` if no turn can begin, for
   * instance while another turn is being told.
   */
  start(play: PlayedTurn): Promise<void>;
  /**
   * Stops the telling. The turn is dropped, or can be gone on with later if `isLeft`, as when the server ends. Returns
   * whether a turn was being told.
   */
  stop(isLeft?: boolean): boolean;
  /** Returns what has been told of the turn so far; undefined if no turn is being told. */
  listMoments(): readonly NumberedMoment[] | undefined;
  /** Returns why a turn that can be gone on with failed; undefined unless the newest turn did, with these words. */
  findFailure(words: string): TurnFailure | undefined;
  /** Resolves when no turn is being told. */
  wait(): Promise<void>;
}

type LeftTurn = NonNullable<RouteAnswer<'GET /api/worlds/{world}/games/{game}'>['left']>;

type TurnFailure = NonNullable<LeftTurn['failure']>;

interface TellingOptions {
  readonly table: Table;
  readonly clock: Clock;
  readonly onMoment: (moment: NumberedMoment) => void;
  readonly onEnd: () => void;
}

/** Why a turn is aborted that can be gone on with later. A turn that the player has stopped before stays stopped. */
const leaving = new DOMException('Left.', 'AbortError');

export function openTelling({ table, clock, onMoment, onEnd }: TellingOptions): Telling {
  let number = clock.now();
  let moments: NumberedMoment[] = [];
  /** When the newest moment happened. */
  let newestAtMs = number;
  let stopping: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  const show = (event: TurnEvent): void => {
    const { system, state, head, listTurns } = table.game;
    const view = { system, state, head, listTurns, isModel: table.modelId !== undefined };
    const moment = buildMoment(event, view);
    if (moment === undefined) return;
    const numbered = { telling: number, sequence: moments.length + 1, moment };
    moments.push(numbered);
    newestAtMs = clock.now();
    onMoment(numbered);
  };
  const followEvents = async (events: AsyncGenerator<TurnEvent, void, undefined>): Promise<void> => {
    try {
      for await (const event of events) show(event);
    } finally {
      stopping = undefined;
      onEnd();
    }
  };
  return {
    async start(play) {
      const abort = new AbortController();
      const { signal } = abort;
      const isLeft = () => signal.reason === leaving;
      const events = play({ ...table.buildTurnOptions(), signal, isLeft });
      // If the turn is refused, this throws before the first event.
      const first = await events.next();
      number += 1;
      moments = [];
      stopping = abort;
      if (first.done !== true) show(first.value);
      running = followEvents(events).catch((error: unknown) => {
        show(describeFault(error));
      });
    },
    stop(isLeft = false) {
      stopping?.abort(isLeft ? leaving : new DOMException('Stopped.', 'AbortError'));
      return stopping !== undefined;
    },
    listMoments: () => (stopping === undefined ? undefined : markQuiet(moments, clock.now() - newestAtMs)),
    findFailure: (words) => findFailure(moments, words),
    wait: () => running,
  };
}

/** Another program may have begun a turn since, whose words are others. */
function findFailure(moments: readonly NumberedMoment[], words: string): TurnFailure | undefined {
  const [begun, ended] = [moments[0]?.moment, moments.at(-1)?.moment];
  if (begun?.kind !== 'started' || begun.words !== words) return undefined;
  if (ended?.kind !== 'failed' || !ended.canResume) return undefined;
  const { code, says, todo } = ended;
  return { code, happened: says, todo };
}

/** Adds to the newest moment for how long nothing has followed it. */
function markQuiet(moments: readonly NumberedMoment[], quietMs: number): readonly NumberedMoment[] {
  return moments.map((moment, index) => (index === moments.length - 1 ? { ...moment, quietMs } : moment));
}

/**
 * Builds the event for a failure that ends a turn without an event of its own, such as a full disk or a fault in our
 * code.
 */
function describeFault(error: unknown): TurnEvent {
  const { code = 'bug', happened = String(error), todo = '' } = error as Partial<Fault>;
  return { kind: 'turn-failed', sequence: 0, turn: 0, code, says: happened, todo, canResume: true };
}

interface Fault {
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}
