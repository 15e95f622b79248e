// Vector store: stores the vectors of numbered texts, separately for each embedder, and finds the nearest by exact search.
import { assert } from '../base/errors.ts';
import type { Connection } from '../store/open-options.ts';
import { compareScored, type ScoredPlace } from './score-places.ts';

/** The store's tables; the migrations of each package repeat them word for word. */
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
  /** The number of the text from which the vector was made. */
  readonly place: number;
  /** A vector of length 1. */
  readonly vector: Float32Array;
}

/** The vectors of one embedder; vectors of other embedders are never read. */
export interface VectorStore {
  /** Adds all vectors or none. A vector replaces the earlier one of its place. */
  add(vectors: readonly PlacedVector[]): void;
  /**
   * The highest place that has a vector; 0 if none has. Places get their vectors in order, so filling continues after
   * this place.
   */
  readLast(): number;
  /**
   * Reads at most `limit` vectors that a search will need, if vectors are kept in memory. Returns whether it should be
   * called again: false once none is left to read, or none fits any more.
   */
  loadSome(limit: number): boolean;
  has(place: number): boolean;
  /** The cosine of the angle between the place's vector and the given one; undefined if the place has no vector. */
  findCloseness(place: number, vector: Float32Array): number | undefined;
  /**
   * The `limit` places whose vectors are closest to the given one, best first. If `within` is given, only its places
   * count.
   */
  searchNearest(vector: Float32Array, limit: number, within?: ReadonlySet<number>): ScoredPlace[];
}

export interface VectorSpace {
  /** The embedder's id. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * Whether vectors that were read stay in memory, because reading them takes ten times as long as comparing them. If
   * so, places must get their vectors in order and never lose them, unless `changes` is given. If `findOwner` is
   * given, the last places may lose their vectors and get new ones.
   */
  readonly isLasting?: boolean;
  /**
   * For stores whose vectors change: how often a vector was removed, or was added at a place before the last one. If
   * this number changes, the vectors are read again.
   */
  readonly changes?: number;
  /**
   * For stores whose last places may be freed and used again: finds what has a place now. If the last place in memory
   * has another owner than when it was read, the vectors are read again.
   */
  readonly findOwner?: ((place: number) => number | undefined) | undefined;
}

/**
 * Opening the store writes nothing, so that it can also be opened only for reading. The embedder is recorded together
 * with its first vectors.
 */
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
      let hasMore = false;
      for (const [place, bytes] of readNew(key, held)) {
        hasMore = left === 0;
        if (hasMore || !held.add(place, readVector(bytes))) break;
        left -= 1;
      }
      held.recordOwner(space.findOwner);
      return hasMore;
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
    searchNearest(vector, limit, within) {
      const key = findSpace();
      if (key === undefined) return [];
      const best = new BestPlaces(limit, within);
      const held = space.isLasting === true ? resolveCached(connection, space) : undefined;
      for (const [place, bytes] of readNew(key, held)) {
        const read = readVector(bytes);
        if (held?.add(place, read) !== true) best.add(place, computeProductAt(vector, read, 0));
      }
      held?.recordOwner(space.findOwner);
      held?.scoreAll(vector, best);
      return best.list();
    },
  };
}

/**
 * Like `readLast`, for callers that know only the embedder's id. If its vectors have different lengths, only those
 * with the most recently recorded length count.
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

/** The vectors in memory, for each connection, so that they are released together with the connection. */
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
  if (held?.changes === changes && held.vectors.isUnchanged(space.findOwner)) return held.vectors;
  const vectors = new CachedVectors(dimensions);
  spaces.set(name, { changes, vectors });
  return vectors;
}

/** The name of an embedder in the tables. If the length of its vectors changes, it counts as another embedder. */
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

/** A buffer from the driver may begin at an address at which it cannot be read as numbers. If so, it is copied. */
function readVector(bytes: Buffer): Float32Array {
  const isAligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
  const held = isAligned ? bytes : Uint8Array.from(bytes);
  return new Float32Array(held.buffer, held.byteOffset, held.byteLength / Float32Array.BYTES_PER_ELEMENT);
}

const bytesOfNumber = Float32Array.BYTES_PER_ELEMENT;
/** Room for 170,000 vectors of 384 numbers. Any further vectors are read at each search. */
const mostBytes = 256 * 1024 * 1024;
const vectorsOfBlock = 4_096;

/** The vectors that searches have read, kept in memory up to a limit, so that the next search reads only new ones. */
export class CachedVectors {
  readonly #dimensions: number;
  readonly #places: number[] = [];
  /** Memory grows in blocks, so that adding a vector copies none of the others. */
  readonly #blocks: Float32Array[] = [];
  readonly #most: number;
  #lastOwner: number | undefined;

  constructor(dimensions: number, bytes = mostBytes) {
    this.#dimensions = dimensions;
    this.#most = Math.floor(bytes / (dimensions * bytesOfNumber));
  }

  /** The highest place whose vector is in memory; 0 if there is none. */
  readLast(): number {
    return this.#places.at(-1) ?? 0;
  }

  recordOwner(findOwner: VectorSpace['findOwner']): void {
    this.#lastOwner = findOwner?.(this.readLast());
  }

  /** Whether the last place still has the recorded owner. */
  isUnchanged(findOwner: VectorSpace['findOwner']): boolean {
    return findOwner?.(this.readLast()) === this.#lastOwner;
  }

  /** Keeps one more vector, whose place must be higher than all earlier ones. Returns false if there is no more room. */
  add(place: number, vector: Float32Array): boolean {
    const at = this.#places.length;
    if (at >= this.#most) return false;
    const inBlock = at % vectorsOfBlock;
    if (inBlock === 0) this.#blocks.push(new Float32Array(vectorsOfBlock * this.#dimensions));
    this.#blocks.at(-1)?.set(vector, inBlock * this.#dimensions);
    this.#places.push(place);
    return true;
  }

  scoreAll(vector: Float32Array, best: BestPlaces): void {
    const dimensions = this.#dimensions;
    for (const [number, block] of this.#blocks.entries()) {
      const first = number * vectorsOfBlock;
      const count = Math.min(vectorsOfBlock, this.#places.length - first);
      for (let at = 0; at < count; at++) {
        const score = computeProductAt(vector, block, at * dimensions);
        best.add(this.#places[first + at] ?? 0, score);
      }
    }
  }
}

/**
 * The dot product of a vector and the part of a longer row that begins at `from`. It is computed as four sums side by
 * side: in a single sum, each addition would wait for the one before, which takes four times as long.
 */
function computeProductAt(one: Float32Array, row: Float32Array, from: number): number {
  const { length } = one;
  const whole = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    const there = from + at;
    a += (one[at] ?? 0) * (row[there] ?? 0);
    b += (one[at + 1] ?? 0) * (row[there + 1] ?? 0);
    c += (one[at + 2] ?? 0) * (row[there + 2] ?? 0);
    d += (one[at + 3] ?? 0) * (row[there + 3] ?? 0);
  }
  for (let at = whole; at < length; at++) a += (one[at] ?? 0) * (row[from + at] ?? 0);
  return a + b + c + d;
}

/** Keeps the few places with the highest scores out of very many, without sorting all of them. */
export class BestPlaces {
  readonly #limit: number;
  readonly #within: ReadonlySet<number> | undefined;
  #best: ScoredPlace[] = [];
  #least: ScoredPlace | undefined;

  constructor(limit: number, within?: ReadonlySet<number>) {
    this.#limit = Math.max(0, limit);
    this.#within = within;
  }

  add(place: number, score: number): void {
    if (this.#within?.has(place) === false) return;
    const least = this.#least;
    if (least !== undefined && (score < least.score || (score === least.score && place < least.place)))
      return;
    this.#best.push({ place, score });
    if (this.#best.length < 4 * this.#limit + 1) return;
    this.#best = this.list();
    this.#least = this.#best.at(-1);
  }

  /** Best first. Of places with equal scores, the later one comes first. */
  list(): ScoredPlace[] {
    return this.#best.sort(compareScored).slice(0, this.#limit);
  }
}
