// Lists stored entities and notes of a game that differ from what replaying its turns gives.

import { TerrariumError } from '@terrarium/kernel/errors';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { openGameStores } from '../state/game-dependencies.ts';
import { hashState } from '../state/hash-state.ts';
import type { Placed } from '../state/placed.ts';
import { rebuildState } from '../state/rebuild-state.ts';
import { renderCanonicalJson } from '../values/canonical-json.ts';

interface StoredEntity {
  readonly table: string;
  readonly id: string;
  readonly position: number;
  readonly json: string;
}

/** Entities have no seals: only this comparison verifies them. */
export function* listFalseStates(connection: Connection): Generator<DamagedRow> {
  const { sessions, turns } = openGameStores(connection);
  const read = connection.prepare<[string, string], StoredEntity>(
    `SELECT 'game_state' AS "table", entity_type || ':' || entity_key AS id, position, json FROM game_state
     WHERE session_id = ? UNION ALL SELECT 'memories', 'note:' || "key", position, json FROM memories WHERE session_id = ?`,
  );
  for (const { id, head } of sessions.list()) {
    const expected = findRebuilt(connection, id);
    const hash = expected === undefined ? undefined : hashState(expected.map(({ entity }) => entity));
    if (hash === undefined || hash !== turns.find(id, head)?.stateHash) {
      yield { table: 'sessions', row: id, what: 'has a state that does not follow from its turns' };
    }
    if (expected !== undefined) yield* compareStored(read.all(id, id), { session: id, expected });
  }
}

function* compareStored(
  stored: readonly StoredEntity[],
  { session, expected }: { readonly session: string; readonly expected: readonly Placed[] },
): Generator<DamagedRow> {
  const awaited = new Map<string, string>(expected.map((placed) => [placed.entity.id, renderPlaced(placed)]));
  for (const { table, id, position, json } of stored) {
    if (awaited.get(id) !== `${position} ${json}`) {
      yield { table, row: `${session}/${id}`, what: 'does not follow from the turns' };
    }
    awaited.delete(id);
  }
  for (const id of awaited.keys()) {
    const table = id.startsWith('note:') ? 'memories' : 'game_state';
    yield { table, row: `${session}/${id}`, what: 'is gone' };
  }
}

/** The state that replaying the turns gives; undefined if they cannot be replayed. */
function findRebuilt(connection: Connection, session: string): readonly Placed[] | undefined {
  try {
    return rebuildState(connection, session);
  } catch (error) {
    if (error instanceof TerrariumError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function renderPlaced({ entity, position }: Placed): string {
  return `${position} ${renderCanonicalJson(entity.sheet)}`;
}
