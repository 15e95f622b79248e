// Lists the game events after the last one that a screen has seen; a move of the head comes with the turn that it led to.

import { assert } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { guardStore } from '@terrarium/kernel/open-once';
import { buildInversePatches } from '../state/apply-patches.ts';
import type { Game } from '../state/game.ts';
import { buildStorePlace, type GameDependencies } from '../state/game-dependencies.ts';
import type { GameEvent, HeadMoved, ShownTurn } from '../state/game-event.ts';
import { type MoveRow, openGameEventStore } from '../state/game-event-store.ts';
import { resolveWay } from '../state/resolve-way.ts';
import type { Turn } from '../state/session.ts';
import type { PlayContext } from './open-play.ts';

const usualLimit = 100;

export function openEvents({
  connection,
  dependencies,
  at,
}: PlayContext): Pick<Game, 'listEvents' | 'readStanding' | 'isTurnOpen'> {
  const events = guardStore(openGameEventStore(connection), buildStorePlace(connection));
  const { session } = dependencies;
  return {
    listEvents: (after = 0, limit = usualLimit) =>
      readAtOnce(connection, () =>
        events
          .listAfter(session, after, limit)
          .map(
            (event): GameEvent =>
              event.kind === 'head-moved'
                ? { sequence: event.sequence, ...buildMove(dependencies, event) }
                : event,
          ),
      ),
    isTurnOpen: () => events.findTurnBound(session) === 'turn-begun',
    readStanding: () =>
      readAtOnce(connection, () => ({
        sequence: events.readLast(session),
        head: at.head,
        entities: [...at.base.iterateAll()],
      })),
  };
}

/** Reads in one transaction, so that what another process commits meanwhile is seen whole or not at all. */
function readAtOnce<Value>(connection: Connection, read: () => Value): Value {
  return connection.transaction(read)();
}

function buildMove({ session, turns }: GameDependencies, { reason, from, to }: MoveRow): HeadMoved {
  const find = (id: number) => turns.find(session, id);
  const there = find(to);
  assert(there !== undefined, `The head of session ${session} moved to turn ${to}, which is not there.`);
  const way = resolveWay(find, from === undefined ? undefined : find(from), there);
  const read = ({ id }: Turn) => turns.readPatches(id);
  return {
    kind: 'head-moved',
    reason,
    from,
    to,
    keep: way.fork?.number ?? -1,
    turns: way.forth.map((turn): ShownTurn => ({ ...turn, rolls: readRolls(turns, turn) })),
    patches: [...way.back.flatMap((turn) => buildInversePatches(read(turn))), ...way.forth.flatMap(read)],
    stateHash: there.stateHash,
  };
}

function readRolls(turns: GameDependencies['turns'], { id }: Turn): ShownTurn['rolls'] {
  return turns.readActions(id).flatMap(({ rolls }) => rolls);
}
