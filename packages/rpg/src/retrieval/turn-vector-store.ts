// Turn vector store: stores vectors of turn summaries; finds turns that have no vector yet, and those nearest in meaning.

import type { Connection } from '@terrarium/kernel/open-database';
import { nameSpace, openVectorStore, type PlacedVector, type VectorSpace } from '@terrarium/kernel/vectors';
import type { MemoryVectorStore } from './memory-vector-store.ts';

/** The same as the store for memories, but with ids of turns. */
export type TurnVectorStore = MemoryVectorStore;

/**
 * The first search looks at this many times the wanted number of turns, and each further search at this many times as
 * many as the search before: several games share the index.
 */
const spare = 4;

export function openTurnVectorStore(connection: Connection, sessionId: string): TurnVectorStore {
  const sql = prepareStatements(connection);
  const countChanges = () => sql.changes.get() ?? 0;
  const filled = new Map<string, { readonly changes: number; readonly id: number }>();
  // Turns and memories have separate spaces of vectors, since a turn and a memory may have the same id.
  const nameOwn = ({ id, dimensions }: VectorSpace) => ({ id: `${id}, turns`, dimensions });
  const open = (space: VectorSpace) =>
    openVectorStore(connection, { ...nameOwn(space), isLasting: true, changes: countChanges() });
  const isOwn = (id: number) => sql.owner.get(id) === sessionId;
  return {
    listUnembedded(space, limit) {
      const name = nameSpace(nameOwn(space));
      const changes = countChanges();
      const before = filled.get(name);
      const after = before?.changes === changes ? before.id : 0;
      const last = sql.last.get() ?? 0;
      const missing = sql.unembedded.all({ name, after, sessionId, limit });
      filled.set(name, { changes, id: (missing[0]?.id ?? last + 1) - 1 });
      return missing;
    },
    addVectors: (space, vectors: readonly PlacedVector[]) => open(space).add(vectors),
    searchNearest(space, vector, limit) {
      const store = open(space);
      for (let looked = limit * spare; ; looked *= spare) {
        const found = store.searchNearest(vector, looked);
        const own = found.filter(({ place }) => isOwn(place));
        if (own.length < limit && found.length === looked) continue;
        return own.slice(0, limit).map(({ place, score }) => ({ id: place, closeness: score }));
      }
    },
  };
}

interface Unembedded {
  readonly name: string;
  readonly after: number;
  readonly sessionId: string;
  readonly limit: number;
}

function prepareStatements(connection: Connection) {
  return {
    changes: connection.prepare<[], number>('SELECT count FROM vector_change').pluck(),
    last: connection.prepare<[], number | null>('SELECT max(turn_id) FROM turn_metadata').pluck(),
    owner: connection.prepare<[number], string>('SELECT session_id FROM turn WHERE id = ?').pluck(),
    unembedded: connection.prepare<Unembedded, { id: number; content: string }>(
      `WITH embedder AS MATERIALIZED (SELECT id FROM text_embedder WHERE name = :name)
       SELECT t.turn_id AS id, t.summary AS content FROM turn_metadata t JOIN turn u ON u.id = t.turn_id
       WHERE t.turn_id > :after AND +u.session_id = :sessionId AND t.summary <> ''
         AND NOT (u.is_aside = 1 AND substr(t.summary, 1, 1) = '/')
         AND NOT EXISTS (SELECT 1 FROM text_vector v
           WHERE v.embedder_id = (SELECT id FROM embedder) AND v.place = t.turn_id)
       ORDER BY t.turn_id LIMIT :limit`,
    ),
  };
}
