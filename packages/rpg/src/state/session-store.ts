// Session store: stores games, their systems, and the present and former positions of their heads.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { Session } from './session.ts';

export type MoveReason = 'commit' | 'undo' | 'redo' | 'branch' | 'retry' | 'edit';

export interface StoredManifest {
  readonly hash: string;
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly json: string;
  readonly origin?: string | undefined;
}

export interface NewSession {
  readonly id: string;
  readonly name: string;
  readonly manifestHash: string;
  readonly seed: string;
  readonly atMs: number;
}

export interface HeadMove {
  readonly from: number | undefined;
  readonly to: number;
  readonly reason: MoveReason;
  readonly atMs: number;
}

/** Runs within the caller's transactions. */
export interface SessionStore {
  /** Runs `act` in one transaction that may write from its start. */
  runInTransaction<Value>(act: () => Value): Value;
  /** Runs `act` in a transaction of its own that is always rolled back. */
  runAndRevert<Value>(act: () => Value): Value;
  storeManifest(manifest: StoredManifest): void;
  findManifest(hash: string): StoredManifest | undefined;
  create(session: NewSession): void;
  rename(session: string, name: string): void;
  /** Finds a session by its id, else by its name. */
  find(idOrName: string): Session | undefined;
  /** Lists the games so that the game played last comes last. */
  list(): readonly Session[];
  /** The head, and a number that grows with each move of the head. */
  findHead(session: string): { readonly head: number; readonly moves: number } | undefined;
  /** Sets the head, notes the move, and updates the path of visible turns. */
  moveHead(session: string, move: HeadMove, path: PathChange): void;
  findLastMove(session: string): HeadMove | undefined;
  /** The moves of the head, newest first. */
  listMoves(session: string): readonly Pick<HeadMove, 'from' | 'to'>[];
  createTurnBranch(session: string, branch: Branch): void;
  listBranches(session: string): readonly Branch[];
}

/** A change of the path from the opening to the head: `turns` replace the turns with numbers above `keep`. */
export interface PathChange {
  readonly keep: number;
  /** Ids of turns in the order of their numbers, which begin after `keep`. */
  readonly turns: readonly number[];
}

export interface Branch {
  readonly name: string;
  readonly turn: number;
}

interface SessionRow {
  readonly id: string;
  readonly name: string;
  readonly manifest_hash: string;
  readonly system_id: string;
  readonly seed: string;
  readonly head: number;
  readonly played_at_ms: number;
  readonly is_set_aside: number | null;
}

const selection = `SELECT sessions.id, sessions.name, manifest_hash, ifnull(manifests.id, 'unknown') AS system_id, seed, head,
    (SELECT max(at_ms) FROM head_move WHERE session_id = sessions.id) AS played_at_ms,
    (SELECT iif(json_valid(json), json_extract(json, '$.isSetAside'), 0) FROM session_settings
      WHERE session_id = sessions.id) AS is_set_aside
  FROM sessions LEFT JOIN manifests ON manifests.hash = manifest_hash`;

export const openSessionStore = openOnce(buildSessionStore);

function buildSessionStore(connection: Connection): SessionStore {
  return {
    ...openTransactions(connection),
    ...openManifests(connection),
    ...openSessions(connection),
    ...openHeads(connection),
    ...openBranches(connection),
  };
}

function openTransactions(connection: Connection): Pick<SessionStore, 'runInTransaction' | 'runAndRevert'> {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const takeBack = connection.prepare('ROLLBACK');
  return {
    runInTransaction: (act) => connection.transaction(act).immediate(),
    runAndRevert(act) {
      begin.run();
      try {
        return act();
      } finally {
        if (connection.inTransaction) takeBack.run();
      }
    },
  };
}

function openManifests(connection: Connection): Pick<SessionStore, 'storeManifest' | 'findManifest'> {
  const insert = connection.prepare<Omit<StoredManifest, 'origin'> & { origin: string | null }>(
    `INSERT OR IGNORE INTO manifests (hash, id, name, version, json, origin)
     VALUES (:hash, :id, :name, :version, :json, :origin)`,
  );
  const select = connection.prepare<[string], StoredManifest>(
    'SELECT hash, id, name, version, json, origin FROM manifests WHERE hash = ?',
  );
  return {
    storeManifest: ({ origin = null, ...manifest }) => void insert.run({ ...manifest, origin }),
    findManifest: (hash) => select.get(hash),
  };
}

function openSessions(connection: Connection): Pick<SessionStore, 'create' | 'rename' | 'find' | 'list'> {
  const insert = connection.prepare<NewSession>(
    'INSERT INTO sessions (id, name, manifest_hash, seed, created_at_ms) VALUES (:id, :name, :manifestHash, :seed, :atMs)',
  );
  const rename = connection.prepare<{ session: string; name: string }>(
    'UPDATE sessions SET name = :name WHERE id = :session',
  );
  const select = connection.prepare<[{ wanted: string }], SessionRow>(
    `${selection} WHERE sessions.id = @wanted OR sessions.name = @wanted ORDER BY sessions.id = @wanted DESC`,
  );
  const all = connection.prepare<[], SessionRow>(
    `${selection} ORDER BY (SELECT max(id) FROM head_move WHERE session_id = sessions.id)`,
  );
  return {
    create: (session) => void insert.run(session),
    rename: (session, name) => void rename.run({ session, name }),
    find(idOrName) {
      const row = select.get({ wanted: idOrName });
      return row === undefined ? undefined : parseSession(row);
    },
    list: () => all.all().map(parseSession),
  };
}

function parseSession(row: SessionRow): Session {
  return {
    id: row.id,
    name: row.name,
    systemId: row.system_id,
    manifestHash: row.manifest_hash,
    seed: row.seed,
    head: row.head,
    playedAtMs: row.played_at_ms,
    isSetAside: row.is_set_aside === 1,
  };
}

function openHeads(
  connection: Connection,
): Pick<SessionStore, 'findHead' | 'moveHead' | 'findLastMove' | 'listMoves'> {
  const head = connection.prepare<[string], { head: number; moves: number }>(
    `SELECT head, (SELECT max(id) FROM head_move WHERE session_id = sessions.id) AS moves
     FROM sessions WHERE id = ?`,
  );
  const setHead = connection.prepare('UPDATE sessions SET head = ? WHERE id = ?');
  const note = connection.prepare<Omit<HeadMove, 'from'> & { session: string; from: number | null }>(
    'INSERT INTO head_move (session_id, from_turn, to_turn, reason, at_ms) VALUES (:session, :from, :to, :reason, :atMs)',
  );
  const cut = connection.prepare('DELETE FROM head_path WHERE session_id = ? AND number > ?');
  const extend = connection.prepare('INSERT INTO head_path (session_id, number, turn_id) VALUES (?, ?, ?)');
  const lastMove = connection.prepare<[string], Omit<HeadMove, 'from'> & { from: number | null }>(
    `SELECT from_turn AS "from", to_turn AS "to", reason, at_ms AS atMs FROM head_move
     WHERE session_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const moves = connection.prepare<[string], { from: number | null; to: number }>(
    'SELECT from_turn AS "from", to_turn AS "to" FROM head_move WHERE session_id = ? ORDER BY id DESC',
  );
  return {
    findHead: (session) => head.get(session),
    moveHead(session, { from = null, to, reason, atMs }, { keep, turns }) {
      setHead.run(to, session);
      note.run({ session, from, to, reason, atMs });
      cut.run(session, keep);
      for (const [index, turn] of turns.entries()) extend.run(session, keep + 1 + index, turn);
    },
    findLastMove(session) {
      const move = lastMove.get(session);
      return move === undefined ? undefined : { ...move, from: move.from ?? undefined };
    },
    listMoves: (session) => moves.all(session).map(({ from, to }) => ({ from: from ?? undefined, to })),
  };
}

function openBranches(connection: Connection): Pick<SessionStore, 'createTurnBranch' | 'listBranches'> {
  const name = connection.prepare(
    `INSERT INTO branch (session_id, name, turn_id) VALUES (?, ?, ?)
     ON CONFLICT (session_id, name) DO UPDATE SET turn_id = excluded.turn_id`,
  );
  const list = connection.prepare<[string], Branch>(
    'SELECT name, turn_id AS turn FROM branch WHERE session_id = ? ORDER BY name',
  );
  return {
    createTurnBranch: (session, branch) => void name.run(session, branch.name, branch.turn),
    listBranches: (session) => list.all(session),
  };
}
