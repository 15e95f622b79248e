// Game event store: reads in order the events of a game, which are stored by database triggers.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { stored } from '../database/stored.ts';
import type { GameHappening, HeadMoved } from './game-event.ts';
import type { MoveReason } from './session-store.ts';

/** A move of the head, without the data that must be read from its turns. */
export type MoveRow = Pick<HeadMoved, 'kind' | 'reason' | 'from' | 'to'>;

export type StoredEvent = { readonly sequence: number } & (MoveRow | Exclude<GameHappening, HeadMoved>);

export interface GameEventStore {
  /** Returns 0 if there are no events. */
  readLast(session: string): number;
  /** The newest beginning or end of a turn among the last events; undefined if there is none. */
  findTurnBound(session: string): 'turn-begun' | 'turn-ended' | undefined;
  listAfter(session: string, sequence: number, limit: number): readonly StoredEvent[];
}

interface EventRow {
  readonly sequence: number;
  readonly kind: GameHappening['kind'];
  readonly json: string;
  readonly reason: MoveReason;
  readonly from: number | null;
  readonly to: number;
}

const lookedBack = 20;

export const openGameEventStore = openOnce(buildGameEventStore);

function buildGameEventStore(connection: Connection): GameEventStore {
  const last = connection
    .prepare<[string], number | null>('SELECT max(sequence) FROM game_event WHERE session_id = ?')
    .pluck();
  const bound = connection
    .prepare<{ session: string; lookedBack: number }, 'turn-begun' | 'turn-ended'>(
      `SELECT kind FROM game_event WHERE session_id = :session AND kind IN ('turn-begun', 'turn-ended')
         AND sequence > (SELECT max(sequence) FROM game_event WHERE session_id = :session) - :lookedBack
       ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const after = connection.prepare<[string, number, number], EventRow>(
    `SELECT sequence, kind, json, reason, from_turn AS "from", to_turn AS "to"
     FROM game_event LEFT JOIN head_move ON head_move.id = move_id
     WHERE game_event.session_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  );
  return {
    findTurnBound: (session) => bound.get({ session, lookedBack }),
    readLast: (session) => last.get(session) ?? 0,
    listAfter: (session, sequence, limit) =>
      after.all(session, sequence, limit).map((row) => parseEvent(row, session)),
  };
}

function parseEvent({ sequence, kind, json, reason, from, to }: EventRow, session: string): StoredEvent {
  if (kind === 'head-moved') return { sequence, kind, reason, from: from ?? undefined, to };
  const body = stored.parse<GameHappening>(json, ['game_event', `${session}/${sequence}`, 'json'], 'object');
  return { ...body, sequence, kind } as StoredEvent;
}
