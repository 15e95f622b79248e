// Vector store: the vectors of places, kept apart by the embedder that made them, and the nearest of them by exact search.

import { assert } from '../base/errors.ts';
import type { Connection } from '../store/open-options.ts';
import { BestPlaces } from './best-places.ts';
import { CachedVectors, computeProductAt } from './cached-vectors.ts';
import type { ScoredPlace } from './place-scores.ts';

/** The store's tables; a product's migration holds them word for word. */
export const vectorTables = `CREATE TABLE text_embedder (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL
) STRICT;
CREATE TABLE text_vector (
  embedder_id INTEGER NOT NULL REFERENCES text_embedder (id),
  place INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (embedder_id, place)
) STRICT, WITHOUT ROWID;`;

export interface PlacedVector {
  readonly place: number;
  /** Of length 1. */
  readonly vector: Float32Array;
}

/** The vectors of one embedder; those of others are never read. */
export interface VectorStore {
  /** All or none; what a place had before is replaced. */
  add(vectors: readonly PlacedVector[]): void;
  /** The highest place that has a vector, 0 without any: places are embedded in their order, so a fill goes on from here. */
  readLast(): number;
  /** Reads up to `limit` vectors that a search will need, where they are held; says whether there are more to read. */
  loadSome(limit: number): boolean;
  has(place: number): boolean;
  /** How nearly the vector of a place points where this one does; undefined where it has none. */
  findCloseness(place: number, vector: Float32Array): number | undefined;
  /** The `limit` places whose vectors point most nearly where this one does, best first. */
  searchNearest(vector: Float32Array, limit: number): ScoredPlace[];
}

export interface VectorSpace {
  /** The embedder's id. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * Whether places are given vectors in their order and keep them: then those that were read are held in memory, for
   * reading them again takes ten times as long as comparing them.
   */
  readonly isLasting?: boolean;
  /**
   * Where that does not always hold: how often a vector went or came before a later one. Once it is another number, what
   * is held is read again.
   */
  readonly changes?: number;
}

/** Whoever only looks writes nothing: the embedder is noted with its first vectors. */
export function openVectorStore(connection: Connection, space: VectorSpace): VectorStore {
  const { findSpace, createSpace } = openSpaces(connection, space);
  const insert = connection.prepare(
    'INSERT OR REPLACE INTO text_vector (embedder_id, place, vector) VALUES (?, ?, ?)',
  );
  const last = connection
    .prepare<[number], number>('SELECT coalesce(max(place), 0) FROM text_vector WHERE embedder_id = ?')
    .pluck();
  const one = connection
    .prepare<[number, number], Buffer>('SELECT vector FROM text_vector WHERE embedder_id = ? AND place = ?')
    .pluck();
  const is = connection
    .prepare<[number, number], number>('SELECT 1 FROM text_vector WHERE embedder_id = ? AND place = ?')
    .pluck();
  const after = connection
    .prepare<[number, number], [number, Buffer]>(
      'SELECT place, vector FROM text_vector WHERE embedder_id = ? AND place > ? ORDER BY place',
    )
    .raw();
  const addAll = connection.transaction((vectors: readonly PlacedVector[]) => {
    const key = findSpace() ?? createSpace();
    for (const { place, vector } of vectors) {
      assert(vector.length === space.dimensions, `A vector of ${space.id} has ${vector.length} numbers.`);
      insert.run(key, place, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    }
  });
  const readNew = (key: number, held: CachedVectors | undefined) => after.iterate(key, held?.readLast() ?? 0);
  return {
    add: (vectors) => addAll.immediate(vectors),
    readLast() {
      const key = findSpace();
      return key === undefined ? 0 : (last.get(key) ?? 0);
    },
    loadSome(limit) {
      const key = findSpace();
      if (key === undefined || space.isLasting !== true) return false;
      const held = resolveCached(connection, space);
      let left = limit;
      for (const [place, bytes] of readNew(key, held)) {
        if (left === 0) return true;
        if (!held.add(place, readVector(bytes))) return false;
        left -= 1;
      }
      return false;
    },
    has(place) {
      const key = findSpace();
      return key !== undefined && is.get(key, place) !== undefined;
    },
    findCloseness(place, vector) {
      const key = findSpace();
      const bytes = key === undefined ? undefined : one.get(key, place);
      return bytes === undefined ? undefined : computeProductAt(vector, readVector(bytes), 0);
    },
    searchNearest(vector, limit) {
      const key = findSpace();
      if (key === undefined) return [];
      const best = new BestPlaces(limit);
      const held = space.isLasting === true ? resolveCached(connection, space) : undefined;
      for (const [place, bytes] of readNew(key, held)) {
        const read = readVector(bytes);
        if (held?.add(place, read) !== true) best.add(place, computeProductAt(vector, read, 0));
      }
      held?.scoreAll(vector, best);
      return best.list();
    },
  };
}

/**
 * The same as `findLast` by the embedder's id alone, for who does not ask it how long its vectors are: those of the
 * length that was noted last.
 */
export function readLastVector(connection: Connection, embedderId: string): number {
  return (
    connection
      .prepare<{ readonly id: string }, number>(
        `SELECT coalesce(max(place), 0) FROM text_vector WHERE embedder_id =
         (SELECT max(id) FROM text_embedder WHERE name = :id || ' (' || dimensions || ')')`,
      )
      .pluck()
      .get({ id: embedderId }) ?? 0
  );
}

/** A process that ends, or closes its connection, holds nothing any more. */
const heldOf = new WeakMap<Connection, Map<string, CachedSpace>>();

interface CachedSpace {
  readonly changes: number;
  readonly vectors: CachedVectors;
}

function resolveCached(connection: Connection, space: VectorSpace): CachedVectors {
  const spaces = heldOf.get(connection) ?? new Map<string, CachedSpace>();
  heldOf.set(connection, spaces);
  const { dimensions, changes = 0 } = space;
  const name = nameSpace(space);
  const held = spaces.get(name);
  if (held?.changes === changes) return held.vectors;
  const vectors = new CachedVectors(dimensions);
  spaces.set(name, { changes, vectors });
  return vectors;
}

/** How the tables call it: an embedder that gives vectors of another length than before is another one. */
export function nameSpace({ id, dimensions }: VectorSpace): string {
  return `${id} (${dimensions})`;
}

function openSpaces(connection: Connection, space: VectorSpace) {
  const name = nameSpace(space);
  const find = connection.prepare<[string], number>('SELECT id FROM text_embedder WHERE name = ?').pluck();
  const insert = connection.prepare('INSERT INTO text_embedder (name, dimensions) VALUES (?, ?)');
  return {
    findSpace: () => find.get(name),
    createSpace: () => Number(insert.run(name, space.dimensions).lastInsertRowid),
  };
}

/** A driver's buffer need not begin where a number may: then it is copied. */
function readVector(bytes: Buffer): Float32Array {
  const isAligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
  const held = isAligned ? bytes : Uint8Array.from(bytes);
  return new Float32Array(held.buffer, held.byteOffset, held.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
