// Near-text store: stores vectors of a game's memories and turns; finds those without a vector, and those nearest in meaning.

import type { Connection } from '@terrarium/kernel/open-database';
import { nameSpace, openVectorStore, type PlacedVector, type VectorSpace } from '@terrarium/kernel/vectors';

export interface NearTextStore {
  /** Texts of the game that have no vector of this embedder yet, oldest first. */
  listUnembedded(
    space: VectorSpace,
    limit: number,
  ): readonly { readonly id: number; readonly content: string }[];
  addVectors(space: VectorSpace, vectors: readonly PlacedVector[]): void;
  /** Ids of the game's texts nearest in meaning, each with its closeness, best first. */
  searchNearest(
    space: VectorSpace,
    vector: Float32Array,
    limit: number,
  ): readonly { readonly id: number; readonly closeness: number }[];
}

/** Where the texts of one kind are stored: SQL that no person and no model writes. */
interface Texts {
  /** Appended to the embedder's id, because texts of two kinds may have the same id. */
  readonly suffix: string;
  /** Selects the largest id, over all games. */
  readonly last: string;
  /** Selects the game to which the text with an id belongs. */
  readonly owner: string;
  /** Selects `id` and `content` of `:sessionId` after `:after`: by id, so that only the newest rows are read. */
  readonly rows: string;
}

const memories: Texts = {
  suffix: '',
  last: 'SELECT max(id) FROM memories',
  owner: 'SELECT session_id FROM memories WHERE id = ?',
  rows: 'SELECT id, content FROM memories WHERE id > :after AND +session_id = :sessionId',
};

const turns: Texts = {
  suffix: ', turns',
  last: 'SELECT max(turn_id) FROM turn_metadata',
  owner: 'SELECT session_id FROM turn WHERE id = ?',
  rows: `SELECT t.turn_id AS id, t.summary AS content FROM turn_metadata t JOIN turn u ON u.id = t.turn_id
    WHERE t.turn_id > :after AND +u.session_id = :sessionId AND t.summary <> ''
      AND NOT (u.is_aside = 1 AND substr(t.summary, 1, 1) = '/')`,
};

export function openMemoryTexts(connection: Connection, sessionId: string): NearTextStore {
  return openNearTextStore(connection, sessionId, memories);
}

/** The summaries of the game's turns, except empty ones and those that only repeat a command. */
export function openTurnTexts(connection: Connection, sessionId: string): NearTextStore {
  return openNearTextStore(connection, sessionId, turns);
}

/** As long as `changes` stays the same, no vector was removed, so all texts up to `id` have vectors. */
interface Filled {
  readonly changes: number;
  readonly id: number;
}

/**
 * Several games share the index, so the first search asks for this many times the wanted number of texts, and each
 * further search for this many times as many as the search before.
 */
const spare = 4;

function openNearTextStore(connection: Connection, sessionId: string, texts: Texts): NearTextStore {
  const sql = prepareStatements(connection, texts);
  const countChanges = () => sql.changes.get() ?? 0;
  const filled = new Map<string, Filled>();
  const nameOwn = ({ id, dimensions }: VectorSpace) => ({ id: `${id}${texts.suffix}`, dimensions });
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

function prepareStatements(connection: Connection, { last, owner, rows }: Texts) {
  return {
    changes: connection.prepare<[], number>('SELECT count FROM vector_change').pluck(),
    last: connection.prepare<[], number | null>(last).pluck(),
    owner: connection.prepare<[number], string>(owner).pluck(),
    unembedded: connection.prepare<Unembedded, { id: number; content: string }>(
      `WITH embedder AS MATERIALIZED (SELECT id FROM text_embedder WHERE name = :name)
       SELECT id, content FROM (${rows}) AS text
       WHERE NOT EXISTS (SELECT 1 FROM text_vector v
           WHERE v.embedder_id = (SELECT id FROM embedder) AND v.place = text.id)
       ORDER BY id LIMIT :limit`,
    ),
  };
}
