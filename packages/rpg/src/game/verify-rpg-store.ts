// Verifies the database of games: its pages, its references, and that heads and derived tables agree with the log.

import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';
import { sealedTables } from '../database/sealed-tables.ts';
import { listFalseStates } from './list-false-states-store.ts';

/** Each query returns one row for each fault. */
const queries: Readonly<Record<string, string>> = {
  heads: `SELECT 'sessions', id FROM sessions WHERE head IS NOT
    (SELECT to_turn FROM head_move WHERE session_id = sessions.id ORDER BY id DESC LIMIT 1)`,
  moves: `SELECT 'head_move', id FROM
    (SELECT id, from_turn, lag(to_turn) OVER (PARTITION BY session_id ORDER BY id) former FROM head_move)
    WHERE from_turn IS NOT former`,
  paths: `SELECT 'head_path', head_path.session_id || '/' || head_path.number FROM head_path JOIN turn ON turn.id = head_path.turn_id
    WHERE turn.number <> head_path.number OR turn.parent IS NOT (SELECT turn_id FROM head_path AS before
      WHERE before.session_id = head_path.session_id AND before.number = head_path.number - 1)
    UNION ALL SELECT 'sessions', id FROM sessions WHERE head IS NOT
      (SELECT turn_id FROM head_path WHERE session_id = sessions.id ORDER BY number DESC LIMIT 1)`,
  events: `SELECT 'game_event', session_id FROM game_event GROUP BY session_id HAVING max(sequence) <> count(*)
    UNION ALL SELECT 'head_move', id FROM head_move WHERE id NOT IN (SELECT move_id FROM game_event WHERE move_id IS NOT NULL)`,
  tags: `WITH tagged AS (
      SELECT DISTINCT m.session_id, t.value COLLATE NOCASE tag, m.kind, m.importance, m.position, m."key"
      FROM memories m, json_each(m.tags) t WHERE t.type = 'text'),
    stored AS (SELECT session_id, tag, kind, importance, position, "key" FROM memory_tag)
    SELECT 'memory_tag', session_id || '/' || tag || '/' || "key" FROM (SELECT * FROM tagged EXCEPT SELECT * FROM stored)
    UNION ALL SELECT 'memory_tag', session_id || '/' || tag || '/' || "key"
    FROM (SELECT * FROM stored EXCEPT SELECT * FROM tagged)`,
  descriptions: "SELECT 'turn_metadata', id FROM turn WHERE id NOT IN (SELECT turn_id FROM turn_metadata)",
};

export interface RpgChecks {
  /**
   * Whether also to check that the database can be written to and that its indexes of words are sound; true by default.
   * False for a database that is only to be read.
   */
  readonly isWritten?: boolean;
}

/** Throws `StorageError` for a file that is damaged or cannot be written to. */
export function verifyRpg(connection: Connection, { isWritten = true }: RpgChecks = {}): Verification {
  return verifyDatabase(connection, {
    title: 'the games',
    owner: 'games',
    queries,
    sealed: sealedTables,
    counts: { ranks: () => listFalseRanks(connection), state: () => listFalseStates(connection) },
    written: isWritten ? 'draft' : undefined,
    checkIndexes: isWritten ? () => checkIndexes(connection) : undefined,
  });
}

/** How each index of words must rank its rows, as the schema files configured it. */
const ranks = [
  ['memory_index', 'bm25(1.0, 2.0, 0.0)'],
  ['turn_index', 'bm25(1.0, 2.0)'],
] as const;

function* listFalseRanks(connection: Connection): Generator<DamagedRow> {
  for (const [index, rank] of ranks) {
    const kept = connection.prepare<[], [string, unknown]>(`SELECT k, v FROM ${index}_config ORDER BY k`);
    const stored = JSON.stringify(kept.raw().all());
    if (
      stored ===
      JSON.stringify([
        ['rank', rank],
        ['version', 4],
      ])
    )
      continue;
    yield {
      table: `${index}_config`,
      row: 'rank',
      what: 'differs from the setting with which the index was made',
    };
  }
}

/** Throws if a search index does not match the rows that it indexes. */
function checkIndexes(connection: Connection): void {
  for (const index of ['memory_index', 'turn_index']) {
    connection.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`).run();
  }
}
