// Memory vector store: stores vectors of memories; finds memories that have no vector yet, and those nearest in meaning.

import type { Connection } from '@terrarium/kernel/open-database';
import { nameSpace, openVectorStore, type PlacedVector, type VectorSpace } from '@terrarium/kernel/vectors';

export interface MemoryVectorStore {
  /** Memories of the session that have no vector of this embedder yet, oldest first. */
  listUnembedded(
    space: VectorSpace,
    limit: number,
  ): readonly { readonly id: number; readonly content: string }[];
  addVectors(space: VectorSpace, vectors: readonly PlacedVector[]): void;
  /** Ids of the session's memories nearest in meaning, each with its closeness, best first. */
  searchNearest(
    space: VectorSpace,
    vector: Float32Array,
    limit: number,
  ): readonly { readonly id: number; readonly closeness: number }[];
}

/**
 * All memories of the session up to `id` have vectors. This is certain only while `changes` stays the same, because
 * then no vector has been removed.
 */
interface Filled {
  readonly changes: number;
  readonly id: number;
}

/**
 * Several games share the index: the first search looks at this many times the wanted number, and each further search
 * at this many times as many as the one before.
 */
const spare = 4;

export function openMemoryVectorStore(connection: Connection, sessionId: string): MemoryVectorStore {
  const sql = prepareStatements(connection);
  const countChanges = () => sql.changes.get() ?? 0;
  const filled = new Map<string, Filled>();
  const open = ({ id, dimensions }: VectorSpace) =>
    openVectorStore(connection, { id, dimensions, isLasting: true, changes: countChanges() });
  const isOwn = (id: number) => sql.owner.get(id) === sessionId;
  return {
    listUnembedded(space, limit) {
      const name = nameSpace(space);
      const changes = countChanges();
      const before = filled.get(name);
      const after = before?.changes === changes ? before.id : 0;
      const last = sql.last.get() ?? 0;
      const missing = sql.unembedded.all({ name, after, sessionId, limit });
      filled.set(name, { changes, id: (missing[0]?.id ?? last + 1) - 1 });
      return missing;
    },
    addVectors: (space, vectors) => open(space).add(vectors),
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
    last: connection.prepare<[], number | null>('SELECT max(id) FROM memories').pluck(),
    owner: connection.prepare<[number], string>('SELECT session_id FROM memories WHERE id = ?').pluck(),
    // Searches by id and not by session, so that the query reads only the newest memories.
    unembedded: connection.prepare<Unembedded, { id: number; content: string }>(
      `WITH embedder AS MATERIALIZED (SELECT id FROM text_embedder WHERE name = :name)
       SELECT m.id, m.content FROM memories m WHERE m.id > :after AND +m.session_id = :sessionId
         AND NOT EXISTS (SELECT 1 FROM text_vector v
           WHERE v.embedder_id = (SELECT id FROM embedder) AND v.place = m.id)
       ORDER BY m.id LIMIT :limit`,
    ),
  };
}
