// Salvages damaged games: copies the undamaged turns, so that their story can be exported.

import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { salvageRecords } from '@terrarium/kernel/salvage-records';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { sealedTables } from '../database/sealed-tables.ts';
import { hashState } from '../state/hash-state.ts';
import { openStateStore } from '../state/state-store.ts';

export interface SalvagedGames {
  /** A database in memory, which the caller must close. */
  readonly connection: Connection;
  /** Rows that are damaged, and rows that depend on those. */
  readonly leftOut: readonly DamagedRow[];
}

/** The tables that an export is made from. */
const exported: ReadonlySet<string> = new Set([
  'manifests',
  'sessions',
  'turn',
  'turn_metadata',
  'head_move',
]);
const tables = sealedTables.filter(({ table }) => exported.has(table));

/**
 * References whose target may be missing: a turn can be exported without the turn before it, and a game without its
 * system or its head.
 */
const loose: ReadonlySet<string> = new Set([
  'turn.parent',
  'sessions.head',
  'sessions.manifest_hash',
  'head_move.from_turn',
  'head_move.to_turn',
]);

/** Leaves the damaged games unchanged. */
export function salvageGames(damaged: Connection): SalvagedGames {
  const connection = openRpgDatabase({ path: ':memory:' });
  try {
    const leftOut = salvageRecords(damaged, { target: connection, tables, loose });
    describeTurns(connection);
    const sessions = connection.prepare<[], SessionRow>('SELECT id, head FROM sessions').all();
    for (const session of sessions) {
      walkToHead(connection, session, readPath(damaged, session.id));
      copyState(damaged, connection, session);
    }
    return { connection, leftOut };
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface SessionRow {
  readonly id: string;
  readonly head: number | null;
}

/** Gives an empty summary to each turn whose metadata is lost: summaries serve search and are not part of a story. */
function describeTurns(connection: Connection): void {
  connection.exec(`INSERT INTO turn_metadata (turn_id, summary)
    SELECT id, '' FROM turn WHERE id NOT IN (SELECT turn_id FROM turn_metadata)`);
}

/**
 * Reads from `head_path` which turn on the way to the head has which number. The table has no seals, so it is used only
 * if a turn is lost.
 */
function readPath(damaged: Connection, session: string): ReadonlyMap<number, number> {
  const path = new Map<number, number>();
  const step = damaged.prepare<[string, number], { readonly number: number; readonly turn_id: number }>(
    'SELECT number, turn_id FROM head_path WHERE session_id = ? AND number > ? ORDER BY number LIMIT 1',
  );
  try {
    for (let last = -1; ; ) {
      const next = step.get(session, last);
      if (next === undefined) return path;
      path.set(next.number, next.turn_id);
      last = next.number;
    }
  } catch {
    return path; // If a page of the table cannot be read, its turns are found by their own numbers.
  }
}

interface TurnRow {
  readonly id: number;
  readonly parent: number | null;
  readonly number: number;
}

/**
 * Goes back from the head: each turn names the one before it. If the turn that it names is lost, takes the turn that
 * `head_path` notes for the number, or else the only turn with this number.
 */
function walkToHead(
  connection: Connection,
  { id: session, head }: SessionRow,
  noted: ReadonlyMap<number, number>,
): void {
  const turns = connection
    .prepare<[string], TurnRow>('SELECT id, parent, number FROM turn WHERE session_id = ? ORDER BY id')
    .all(session);
  const byNumber = Map.groupBy(turns, ({ number }) => number);
  const put = connection.prepare('INSERT INTO head_path (session_id, number, turn_id) VALUES (?, ?, ?)');
  const last = turns.find(({ id }) => id === head)?.number ?? Math.max(-1, ...byNumber.keys());
  let wanted = head;
  for (let number = last; number >= 0; number -= 1) {
    const candidates = byNumber.get(number) ?? [];
    const found =
      candidates.find(({ id }) => id === wanted) ??
      candidates.find(({ id }) => id === noted.get(number)) ??
      (candidates.length === 1 ? candidates[0] : undefined);
    if (found !== undefined) put.run(session, number, found.id);
    wanted = found?.parent ?? null;
  }
}

/**
 * Copies the state at the head, which says whom the player plays. It is left out unless it has the hash that the turn
 * at the head recorded.
 */
function copyState(damaged: Connection, connection: Connection, { id, head }: SessionRow): void {
  const hash = connection
    .prepare<[number | null], string>('SELECT state_hash FROM turn WHERE id = ?')
    .pluck()
    .get(head);
  try {
    const placed = openStateStore(damaged).read(id);
    if (hash === undefined || hashState(placed.map(({ entity }) => entity)) !== hash) return;
    openStateStore(connection).write(
      id,
      placed.map((one) => [one.entity.id, one] as const),
    );
  } catch {
    // A state that cannot be read or verified is left out; the story then calls the player's character "Player".
  }
}
