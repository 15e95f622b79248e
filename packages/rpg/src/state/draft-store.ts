// Draft store: stores the draft of a game as it happens, and the player's words that were never answered.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { stored } from '../database/stored.ts';
import { type ActionRow, parseAction, type RecordedAction, renderAction } from './action-row.ts';
import type { Unanswered } from './session.ts';

export interface StoredDraft {
  /** The turn that the draft follows: the head or, if the draft retells the head, the turn before it. */
  readonly parent: number;
  readonly words: string;
  readonly isAside: boolean;
  readonly atMs: number;
}

/** Each of its writes is durable by itself, or part of the caller's transaction. */
export interface DraftStore {
  create(session: string, draft: StoredDraft): void;
  addAction(session: string, position: number, action: RecordedAction): void;
  addReply(session: string, position: number, reply: string): void;
  find(session: string): StoredDraft | undefined;
  readActions(session: string): readonly RecordedAction[];
  readReplies(session: string): readonly string[];
  /** Removes the draft with its actions and replies. */
  clear(session: string): void;
  addUnanswered(session: string, unanswered: Unanswered): void;
  /** Unanswered words that were not said again, oldest first; words of a turn that was to be retold are left out. */
  listUnanswered(session: string): readonly Unanswered[];
}

interface DraftRow {
  readonly parent: number;
  readonly words: string;
  readonly is_aside: number;
  readonly at_ms: number;
}

interface NewDraft extends Omit<StoredDraft, 'isAside'> {
  readonly session: string;
  readonly isAside: 0 | 1;
}

export const openDraftStore = openOnce(buildDraftStore);

function buildDraftStore(connection: Connection): DraftStore {
  return { ...openDrafts(connection), ...openJournal(connection), ...openUnanswered(connection) };
}

function openDrafts(connection: Connection): Pick<DraftStore, 'create' | 'find' | 'clear'> {
  const insert = connection.prepare<NewDraft>(
    'INSERT INTO draft (session_id, parent, words, is_aside, at_ms) VALUES (:session, :parent, :words, :isAside, :atMs)',
  );
  const select = connection.prepare<[string], DraftRow>(
    'SELECT parent, words, is_aside, at_ms FROM draft WHERE session_id = ?',
  );
  const clear = connection.prepare('DELETE FROM draft WHERE session_id = ?');
  return {
    create: (session, { parent, words, isAside, atMs }) =>
      void insert.run({ session, parent, words, isAside: isAside ? 1 : 0, atMs }),
    find(session) {
      const row = select.get(session);
      if (row === undefined) return undefined;
      return { parent: row.parent, words: row.words, isAside: row.is_aside === 1, atMs: row.at_ms };
    },
    clear: (session) => void clear.run(session),
  };
}

function openJournal(
  connection: Connection,
): Pick<DraftStore, 'addAction' | 'addReply' | 'readActions' | 'readReplies'> {
  const addAction = connection.prepare<ActionRow & { session: string }>(
    `INSERT INTO draft_action (session_id, position, tool, arguments, by, answer, is_ok, patches, outcome)
     VALUES (:session, :position, :tool, :arguments, :by, :answer, :isOk, :patches, :outcome)`,
  );
  const addReply = connection.prepare(
    'INSERT INTO draft_reply (session_id, position, reply) VALUES (?, ?, ?)',
  );
  const actions = connection.prepare<[string], ActionRow>(
    `SELECT position, tool, arguments, by, answer, is_ok AS isOk, patches, outcome FROM draft_action
     WHERE session_id = ? ORDER BY position`,
  );
  const replies = connection.prepare<[string], { readonly position: number; readonly reply: string }>(
    'SELECT position, reply FROM draft_reply WHERE session_id = ? ORDER BY position',
  );
  return {
    addAction: (session, position, action) =>
      void addAction.run({ session, ...renderAction(action, position) }),
    addReply: (session, position, reply) => void addReply.run(session, position, reply),
    readActions: (session) => actions.all(session).map((row) => parseAction(row, 'draft_action', session)),
    readReplies: (session) =>
      replies.all(session).map(({ position, reply }) => {
        stored.parse(reply, ['draft_reply', `${session}/${position}`, 'reply'], 'object');
        return reply;
      }),
  };
}

/**
 * Older programs moved the head before they retold a turn, and kept its words as unanswered when the retelling was
 * given up.
 */
const wasRetold = `EXISTS (SELECT 1 FROM head_move WHERE from_turn = turn.id AND to_turn = unanswered.parent
  AND reason = 'retry' AND head_move.at_ms <= unanswered.at_ms)`;

function openUnanswered(connection: Connection): Pick<DraftStore, 'addUnanswered' | 'listUnanswered'> {
  const keep = connection.prepare<Unanswered & { session: string }>(
    'INSERT INTO unanswered (session_id, parent, words, at_ms) VALUES (:session, :parent, :words, :atMs)',
  );
  const list = connection.prepare<[{ session: string }], Unanswered>(
    `SELECT words, parent, at_ms AS atMs FROM unanswered
     WHERE session_id = @session AND NOT EXISTS (
       SELECT 1 FROM turn WHERE turn.session_id = @session AND turn.parent = unanswered.parent
         AND turn.words = unanswered.words AND (turn.at_ms >= unanswered.at_ms OR ${wasRetold}))
     ORDER BY id`,
  );
  return {
    addUnanswered: (session, { parent, words, atMs }) => void keep.run({ session, parent, words, atMs }),
    listUnanswered: (session) => list.all({ session }),
  };
}
