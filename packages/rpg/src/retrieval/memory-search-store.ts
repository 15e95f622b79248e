// Memory search store: searches the memories at a session's head by words and by tags.

import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/stored.ts';
import { openWordIndex, type WordChoice } from '../database/word-index-store.ts';
import type { RecollectionKind } from '../turn/recollector.ts';
import { openTaggedMemoryStore, type TagSearch } from './tagged-memory-store.ts';

export interface FoundMemory {
  readonly id: number;
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: number;
  /** The origin of the memory, as it was noted. */
  readonly source: unknown;
  readonly turnNumber: number;
  /** The BM25 score; higher is better. */
  readonly score: number;
}

/** A turn found by its summary and tags; it is on the way to the head. */
export interface FoundTurn {
  readonly turnId: number;
  readonly number: number;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly score: number;
}

export interface MemorySearchStore {
  readHeadNumber(): number;
  /** About how many memories and summaries there are; like `countWord`, it includes other games. */
  countTexts(): number;
  /**
   * How many memories and summaries contain a word, as the index splits text into words; each of the two is counted up
   * to `most`.
   */
  countWord(word: string, most: number): number;
  /**
   * The best `limit` memories of each kind, preferences excepted, for any of the words, best first within a kind. The
   * words must be given with the most telling first.
   */
  searchByWords(words: readonly string[], limit: number): readonly FoundMemory[];
  searchTurns(words: readonly string[], limit: number): readonly FoundTurn[];
  /** The turns among `ids` that are on the way to the head. */
  readTurns(ids: readonly number[]): readonly FoundTurn[];
  /** The preferences that the player always wants kept in mind, the weightiest first. */
  listPreferences(limit: number): readonly FoundMemory[];
  /** Memories that have one of the tags: of each kind the weightiest and the newest. */
  searchByTags(search: TagSearch): readonly FoundMemory[];
  read(ids: readonly number[]): readonly FoundMemory[];
  /** Lore from lorebooks that say when an entry comes to mind. */
  listTriggered(): readonly FoundMemory[];
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
}

interface TurnRow {
  readonly turn_id: number;
  readonly number: number;
  readonly summary: string;
  readonly tags: string;
  readonly importance: number;
}

interface Ranked {
  readonly id: number;
  readonly score: number;
}

interface Ranking extends WordChoice {
  readonly limit: number;
  readonly sessionId: string;
}

interface RankedRow extends Ranked {
  readonly kind: RecollectionKind;
}

const columns = 'm.id, m.key, m.kind, m.content, m.tags, m.importance, m.source, m.turn_number';

export function openMemorySearchStore(connection: Connection, sessionId: string): MemorySearchStore {
  const sql = prepareStatements(connection);
  const memories = openWordIndex(connection, 'memory_index');
  const turns = openWordIndex(connection, 'turn_index');
  const tagged = openTaggedMemoryStore(connection, sessionId);
  return {
    readHeadNumber: () => sql.headNumber.get(sessionId) ?? 0,
    countTexts: () => (sql.lastMemory.get() ?? 0) + (sql.lastTurn.get() ?? 0),
    countWord: (word, most) => memories.count(word, most) + turns.count(word, most),
    searchByWords(words, limit) {
      const chosen = memories.choose(words, mostRanked);
      if (chosen === undefined) return [];
      const ranked = sql.ranked.all({ ...chosen, limit: mostJoined, sessionId });
      const isCut = sql.rankedRest.get({ ...chosen, skipped: mostJoined }) !== undefined;
      return kinds
        .flatMap((kind) => {
          const best = ranked.filter((one) => one.kind === kind).slice(0, limit);
          if (!isCut || best.length === limit) return best;
          const ofKind = sql.rankedOfKind.all({ ...chosen, kind, limit: limit * spare, sessionId });
          return ofKind.slice(0, limit);
        })
        .flatMap(({ id, score }) =>
          sql.byId.all(id, sessionId).map((row) => ({ ...readMemory(row), score })),
        );
    },
    searchTurns(words, limit) {
      const chosen = turns.choose(words, mostRanked);
      if (chosen === undefined) return [];
      const ranked = sql.rankedTurns.all({ ...chosen, sessionId, limit });
      return ranked.flatMap(({ id, score }) => sql.turn.all(id).map((row) => ({ ...readTurn(row), score })));
    },
    readTurns: (ids) =>
      ids.flatMap((id) => sql.turnOnPath.all(id, sessionId).map((row) => ({ ...readTurn(row), score: 0 }))),
    listPreferences: (limit) => sql.preferences.all(sessionId, limit).map(readMemory),
    searchByTags: (search) =>
      tagged.search(search).flatMap((key) => sql.byKey.all(sessionId, key).map(readMemory)),
    listTriggered: () => sql.triggered.all(sessionId).map(readMemory),
    read: (ids) => ids.flatMap((id) => sql.byId.all(id, sessionId).map(readMemory)),
  };
}

/** For one kind, this many times the wanted number of rows are ranked, since several games share the index. */
const spare = 4;
/**
 * The most rows that are ranked for a turn: this many memories and this many turns. If the most telling word alone is
 * in more than a third as many rows, only the newest rows with it are searched. Otherwise words are left out, the least
 * telling first, until the rest fit.
 */
const mostRanked = 3_000;
/**
 * How many of the ranked rows are joined with their memories. If too few of them are of a wanted kind, this kind is
 * searched by itself.
 */
const mostJoined = 400;

const kinds: readonly RecollectionKind[] = ['lore', 'fact', 'event', 'rule'];

const inText = `'{content tags} : (' || :match || ')'`;
const rankMemories = `SELECT rowid AS id, -bm25(memory_index, 1.0, 2.0, 0.0) score FROM memory_index
  WHERE memory_index MATCH ${inText} AND rowid > :after ORDER BY score DESC, rowid LIMIT :limit`;

function prepareStatements(connection: Connection) {
  return {
    headNumber: connection
      .prepare<[string], number>('SELECT max(number) FROM head_path WHERE session_id = ?')
      .pluck(),
    // The highest id is nearly the count, since rows are rarely deleted.
    lastMemory: connection.prepare<[], number | null>('SELECT max(id) FROM memories').pluck(),
    lastTurn: connection.prepare<[], number | null>('SELECT max(turn_id) FROM turn_metadata').pluck(),
    // The query sorts the rows itself: if the index sorted them, it would also rank the rows up to `:after`.
    ranked: connection.prepare<Ranking, RankedRow>(
      `SELECT m.id, m.kind, hit.score FROM (${rankMemories}) hit CROSS JOIN memories m ON m.id = hit.id
       WHERE m.session_id = :sessionId ORDER BY hit.score DESC, m.id`,
    ),
    rankedRest: connection.prepare<WordChoice & { skipped: number }, unknown>(
      `SELECT 1 FROM memory_index WHERE memory_index MATCH ${inText} AND rowid > :after LIMIT 1 OFFSET :skipped`,
    ),
    rankedOfKind: connection.prepare<Ranking & { kind: RecollectionKind }, Ranked>(
      `SELECT m.id, hit.score
       FROM (${rankMemories.replace(inText, `'kind : "' || :kind || '" AND ' || ${inText}`)}) hit
       CROSS JOIN memories m ON m.id = hit.id WHERE m.session_id = :sessionId ORDER BY hit.score DESC, m.id`,
    ),
    rankedTurns: connection.prepare<Ranking, Ranked>(
      `SELECT u.id, -bm25(turn_index, 1.0, 2.0) score
       FROM turn_index CROSS JOIN turn u ON u.id = turn_index.rowid
       CROSS JOIN head_path p ON p.session_id = u.session_id AND p.number = u.number AND p.turn_id = u.id
       WHERE turn_index MATCH :match AND turn_index.rowid > :after AND u.session_id = :sessionId
         AND NOT EXISTS (SELECT 1 FROM turn_metadata t WHERE t.turn_id = u.id
           AND (t.summary = '' OR (u.is_aside = 1 AND substr(t.summary, 1, 1) = '/')))
       ORDER BY score DESC, u.id LIMIT :limit`,
    ),
    turn: connection.prepare<[number], TurnRow>(
      `SELECT t.turn_id, u.number, t.summary, t.tags, t.importance
       FROM turn_metadata t JOIN turn u ON u.id = t.turn_id WHERE t.turn_id = ?`,
    ),
    turnOnPath: connection.prepare<[number, string], TurnRow>(
      `SELECT t.turn_id, u.number, t.summary, t.tags, t.importance
       FROM turn_metadata t JOIN turn u ON u.id = t.turn_id
       JOIN head_path p ON p.session_id = u.session_id AND p.number = u.number AND p.turn_id = u.id
       WHERE t.turn_id = ? AND u.session_id = ?`,
    ),
    preferences: connection.prepare<[string, number], MemoryRow>(
      `SELECT ${columns} FROM memories m WHERE m.session_id = ? AND m.kind = 'preference'
       ORDER BY m.importance DESC, m.id DESC LIMIT ?`,
    ),
    triggered: connection.prepare<[string], MemoryRow>(
      `SELECT ${columns} FROM memories m WHERE m.session_id = ? AND m.kind = 'lore' AND instr(m.source, 'trigger') > 0
       ORDER BY m.id LIMIT 4000`,
    ),
    byKey: connection.prepare<[string, string], MemoryRow>(
      `SELECT ${columns} FROM memories m WHERE m.session_id = ? AND m."key" = ?`,
    ),
    byId: connection.prepare<[number, string], MemoryRow>(
      `SELECT ${columns} FROM memories m WHERE m.id = ? AND m.session_id = ?`,
    ),
  };
}

function readMemory({ turn_number, tags, source, ...row }: MemoryRow): FoundMemory {
  return {
    ...row,
    tags: stored.parse(tags, ['memories', row.id, 'tags'], 'list'),
    source: stored.parse(source, ['memories', row.id, 'source']),
    turnNumber: turn_number,
    score: 0,
  };
}

function readTurn({ turn_id, tags, ...row }: TurnRow): FoundTurn {
  return {
    ...row,
    turnId: turn_id,
    tags: stored.parse(tags, ['turn_metadata', turn_id, 'tags'], 'list'),
    score: 0,
  };
}
