// Memory search store: what is remembered at a session's head, by words and by meaning.

import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type PlacedVector, type VectorSpace } from '@terrarium/kernel/vectors';
import type { RecollectionKind } from '../turn/recollector.ts';

export interface FoundMemory {
  readonly id: number;
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
  /** Where it came from, as it was noted. */
  readonly source: unknown;
  readonly turnNumber: number;
  /** BM25, more is better. */
  readonly score: number;
}

/** A turn on the way to the head, by what it was about. */
export interface FoundTurn {
  readonly turnId: number;
  readonly number: number;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly score: number;
}

export interface MemorySearchStore {
  /** The number of the turn at the head. */
  findHeadNumber(): number;
  /** About how many memories and summaries there are, those of other games among them, as `countWord` counts them. */
  countTexts(): number;
  /** In how many of them a word stands, as the index reads words; counted up to `most`. */
  countWord(word: string, most: number): number;
  /** The best `limit` of a kind for any of the words, best first. */
  findByWords(words: readonly string[], kind: RecollectionKind, limit: number): readonly FoundMemory[];
  findTurns(words: readonly string[], limit: number): readonly FoundTurn[];
  /** What the player said is to be kept in mind always, the weightiest first. */
  listPreferences(limit: number): readonly FoundMemory[];
  /** Memories that bear one of the tags. */
  findByTags(tags: readonly string[], limit: number): readonly FoundMemory[];
  find(ids: readonly number[]): readonly FoundMemory[];
  /** What has no vector of the embedder yet. */
  listUnembedded(
    space: VectorSpace,
    limit: number,
  ): readonly { readonly id: number; readonly content: string }[];
  addVectors(space: VectorSpace, vectors: readonly PlacedVector[]): void;
  /** Ids of this session's memories nearest in meaning, and how near, best first. */
  findNearest(
    space: VectorSpace,
    vector: Float32Array,
    limit: number,
  ): readonly { readonly id: number; readonly closeness: number }[];
}

interface MemoryRow {
  readonly id: number;
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly content: string;
  readonly tags: string;
  readonly importance: number;
  readonly source: string;
  readonly turn_number: number;
  readonly score: number;
}

interface TurnRow {
  readonly turn_id: number;
  readonly number: number;
  readonly summary: string;
  readonly tags: string;
  readonly importance: number;
  readonly score: number;
}

const columns = 'm.id, m.key, m.kind, m.content, m.tags, m.importance, m.source, m.turn_number';

export function openMemorySearchStore(connection: Connection, sessionId: string): MemorySearchStore {
  const sql = prepareStatements(connection);
  const owned = (id: number) => sql.owner.get(id) === sessionId;
  return {
    findHeadNumber: () => sql.headNumber.get(sessionId) ?? 0,
    countTexts: () => (sql.lastMemory.get() ?? 0) + (sql.lastTurn.get() ?? 0),
    countWord(word, most) {
      const match = quoteWords([word]);
      return (sql.countWord.get(match, most) ?? 0) + (sql.countTurnWord.get(match, most) ?? 0);
    },
    findByWords(words, kind, limit) {
      if (words.length === 0) return [];
      const match = `kind : "${kind}" AND {content tags} : (${quoteWords(words)})`;
      return sql.byWords
        .all(match, limit * spare, sessionId)
        .map(readMemory)
        .slice(0, limit);
    },
    findTurns(words, limit) {
      if (words.length === 0) return [];
      return sql.turns
        .all(quoteWords(words), limit * spare, sessionId)
        .map(readTurn)
        .slice(0, limit);
    },
    listPreferences: (limit) => sql.preferences.all(sessionId, limit).map(readMemory),
    findByTags(tags, limit) {
      if (tags.length === 0) return [];
      return sql.byTags.all(`tags : (${quoteWords(tags)})`, sessionId, limit).map(readMemory);
    },
    find: (ids) => ids.flatMap((id) => sql.byId.all(id, sessionId).map(readMemory)),
    listUnembedded: (space, limit) => sql.unembedded.all(nameSpace(space), sessionId, limit),
    addVectors: (space, vectors) => openVectorStore(connection, space).add(vectors),
    findNearest: (space, vector, limit) =>
      openVectorStore(connection, space)
        .findNearest(vector, limit * spare)
        .filter(({ place }) => owned(place))
        .slice(0, limit)
        .map(({ place, score }) => ({ id: place, closeness: score })),
  };
}

/** Several games, and turns that were taken back, stand in one index. */
const spare = 4;

function prepareStatements(connection: Connection) {
  return {
    headNumber: connection
      .prepare<[string], number>('SELECT max(number) FROM head_path WHERE session_id = ?')
      .pluck(),
    // As good as counted: what was taken back leaves few numbers unused.
    lastMemory: connection.prepare<[], number | null>('SELECT max(id) FROM memories').pluck(),
    lastTurn: connection.prepare<[], number | null>('SELECT max(turn_id) FROM turn_metadata').pluck(),
    countWord: connection
      .prepare<[string, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM memory_index WHERE memory_index MATCH ? LIMIT ?)',
      )
      .pluck(),
    countTurnWord: connection
      .prepare<[string, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM turn_index WHERE turn_index MATCH ? LIMIT ?)',
      )
      .pluck(),
    // The index ranks by itself; only what it ranks highest is read.
    byWords: connection.prepare<[string, number, string], MemoryRow>(
      `SELECT ${columns}, -hit.rank score
       FROM (SELECT rowid, rank FROM memory_index WHERE memory_index MATCH ? ORDER BY rank LIMIT ?) hit
       CROSS JOIN memories m ON m.id = hit.rowid WHERE m.session_id = ?`,
    ),
    turns: connection.prepare<[string, number, string], TurnRow>(
      `SELECT t.turn_id, u.number, t.summary, t.tags, t.importance, -hit.rank score
       FROM (SELECT rowid, rank FROM turn_index WHERE turn_index MATCH ? ORDER BY rank LIMIT ?) hit
       CROSS JOIN turn_metadata t ON t.turn_id = hit.rowid
       CROSS JOIN turn u ON u.id = t.turn_id
       CROSS JOIN head_path p ON p.session_id = u.session_id AND p.number = u.number AND p.turn_id = u.id
       WHERE u.session_id = ?`,
    ),
    preferences: connection.prepare<[string, number], MemoryRow>(
      `SELECT ${columns}, 0 score FROM memories m WHERE m.session_id = ? AND m.kind = 'preference'
       ORDER BY m.importance DESC, m.id DESC LIMIT ?`,
    ),
    byTags: connection.prepare<[string, string, number], MemoryRow>(
      `SELECT ${columns}, 0 score FROM memory_index JOIN memories m ON m.id = memory_index.rowid
       WHERE memory_index MATCH ? AND m.session_id = ? ORDER BY m.importance DESC, m.id DESC LIMIT ?`,
    ),
    byId: connection.prepare<[number, string], MemoryRow>(
      `SELECT ${columns}, 0 score FROM memories m WHERE m.id = ? AND m.session_id = ?`,
    ),
    owner: connection.prepare<[number], string>('SELECT session_id FROM memories WHERE id = ?').pluck(),
    unembedded: connection.prepare<[string, string, number], { id: number; content: string }>(
      `SELECT m.id, m.content FROM memories m WHERE NOT EXISTS
         (SELECT 1 FROM text_vector v JOIN text_embedder e ON e.id = v.embedder_id
          WHERE v.place = m.id AND e.name = ?)
       AND m.session_id = ? ORDER BY m.id LIMIT ?`,
    ),
  };
}

/** Words as the index takes them: none of them is ever syntax. */
function quoteWords(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}

/** As the kernel's vector store names an embedder. */
function nameSpace({ id, dimensions }: VectorSpace): string {
  return `${id} (${dimensions})`;
}

function readMemory({ turn_number, tags, source, ...row }: MemoryRow): FoundMemory {
  return {
    ...row,
    tags: JSON.parse(tags) as string[],
    source: JSON.parse(source),
    turnNumber: turn_number,
  };
}

function readTurn({ turn_id, tags, ...row }: TurnRow): FoundTurn {
  return { ...row, turnId: turn_id, tags: JSON.parse(tags) as string[] };
}
