// Turn store: committed turns with everything done in them; they are never changed.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { stored } from '../database/stored.ts';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Patch } from '../values/entity.ts';
import { type ActionRow, parseAction, type RecordedAction, renderAction } from './action-row.ts';
import type { TurnEnd } from './game.ts';
import type { Turn, TurnMark } from './session.ts';

export interface NewTurn {
  readonly session: string;
  readonly parent: number | undefined;
  readonly number: number;
  readonly words: string;
  readonly end: TurnEnd;
  readonly stateHash: string;
  readonly isAside: boolean;
  readonly atMs: number;
}

/** Runs within the caller's transactions. */
export interface TurnStore {
  create(turn: NewTurn): Turn;
  /** Copies the actions of the session's draft to the turn; the caller clears the draft. */
  moveDraft(turn: number, session: string): void;
  addActions(turn: number, actions: readonly RecordedAction[]): void;
  /** Copies the actions and rolls of another turn to this one. */
  copyActions(turn: number, from: number): void;
  addRolls(turn: number, rolls: readonly RolledCheck[]): void;
  /** Finds a turn of this session only. */
  find(session: string, id: number): Turn | undefined;
  /** Whether this is a turn of this session. */
  isOf(session: string, id: number): boolean;
  /** The last `limit` turns on the path from the opening to the head, oldest first. */
  listVisible(session: string, limit: number): readonly Turn[];
  listChildren(session: string, parent: number | undefined): readonly Turn[];
  /** The last turn of every path, in the order in which they were committed. */
  listTips(session: string): readonly Turn[];
  readActions(turn: number): readonly RecordedAction[];
  readMarks(turn: number): readonly TurnMark[];
  readPatches(turn: number): readonly Patch[];
}

interface TurnRow {
  readonly id: number;
  readonly parent: number | null;
  readonly number: number;
  readonly words: string;
  readonly narrative: string;
  readonly suggestions: string;
  readonly state_hash: string;
  readonly is_aside: number;
  readonly at_ms: number;
  readonly summary: string;
  readonly tags: string;
  readonly importance: number;
  readonly lore: string;
  readonly told_by: string;
}

interface NewRow {
  readonly session: string;
  readonly parent: number | null;
  readonly number: number;
  readonly words: string;
  readonly narrative: string;
  readonly suggestions: string;
  readonly stateHash: string;
  readonly isAside: 0 | 1;
  readonly atMs: number;
}

type Metadata = Pick<TurnRow, 'id' | 'summary' | 'tags' | 'importance' | 'lore'>;

interface RollRow {
  readonly turn: number;
  readonly index: number;
  readonly expression: string;
  readonly total: number;
  readonly target: number | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly askedBy: string;
  readonly roll: string;
}

const selection = `SELECT turn.id, parent, turn.number, words, narrative, suggestions, state_hash, is_aside, at_ms,
    summary, tags, importance, lore,
    (SELECT json_group_array(json_object('model', model, 'promptVersion', version) ORDER BY position)
      FROM turn_prompt WHERE turn_prompt.turn_id = turn.id) AS told_by
  FROM turn JOIN turn_metadata ON turn_metadata.turn_id = turn.id`;

export const openTurnStore = openOnce(buildTurnStore);

function buildTurnStore(connection: Connection): TurnStore {
  return {
    ...openWriting(connection),
    ...openReading(connection),
    ...openActions(connection),
    readMarks: openMarks(connection),
  };
}

function openWriting(connection: Connection): Pick<TurnStore, 'create'> {
  const insert = connection.prepare<NewRow>(
    `INSERT INTO turn (session_id, parent, number, words, narrative, suggestions, state_hash, is_aside, at_ms)
     VALUES (:session, :parent, :number, :words, :narrative, :suggestions, :stateHash, :isAside, :atMs)`,
  );
  const describe = connection.prepare<Metadata>(
    'INSERT INTO turn_metadata (turn_id, summary, tags, importance, lore) VALUES (:id, :summary, :tags, :importance, :lore)',
  );
  const tell = connection.prepare<{ id: number; position: number; model: string; promptVersion: string }>(
    'INSERT INTO turn_prompt (turn_id, position, model, version) VALUES (:id, :position, :model, :promptVersion)',
  );
  const mark = connection.prepare<TurnMark & { id: number; position: number }>(
    'INSERT INTO turn_mark (turn_id, position, kind, quote, says) VALUES (:id, :position, :kind, :quote, :says)',
  );
  return {
    create({ session, parent, number, words, end, stateHash, isAside, atMs }) {
      const { narrative, suggestions, summary, tags, importance, lore = [], toldBy = [], marks = [] } = end;
      const { lastInsertRowid } = insert.run({
        session,
        parent: parent ?? null,
        number,
        words,
        narrative,
        suggestions: JSON.stringify(suggestions),
        stateHash,
        isAside: isAside ? 1 : 0,
        atMs,
      });
      const id = Number(lastInsertRowid);
      describe.run({ id, summary, tags: JSON.stringify(tags), importance, lore: JSON.stringify(lore) });
      for (const [position, { model, promptVersion }] of toldBy.entries())
        tell.run({ id, position, model, promptVersion });
      for (const [position, { kind, quote, says }] of marks.entries())
        mark.run({ id, position, kind, quote, says });
      return {
        id,
        parent,
        number,
        words,
        narrative,
        suggestions,
        stateHash,
        isAside,
        summary,
        tags,
        importance,
        lore,
        toldBy,
        atMs,
      };
    },
  };
}

function openMarks(connection: Connection): TurnStore['readMarks'] {
  const marks = connection.prepare<[number], TurnMark>(
    'SELECT quote, says, kind FROM turn_mark WHERE turn_id = ? ORDER BY position',
  );
  return (turn) => marks.all(turn);
}

function openReading(
  connection: Connection,
): Pick<TurnStore, 'find' | 'isOf' | 'listVisible' | 'listChildren' | 'listTips'> {
  const one = connection.prepare<[number, string], TurnRow>(
    `${selection} WHERE turn.id = ? AND session_id = ?`,
  );
  const own = connection.prepare<[number, string]>('SELECT 1 FROM turn WHERE id = ? AND session_id = ?');
  const visible = connection.prepare<[string, number], TurnRow>(
    `${selection} JOIN head_path ON head_path.turn_id = turn.id WHERE head_path.session_id = ?
     ORDER BY head_path.number DESC LIMIT ?`,
  );
  const children = connection.prepare<[string, number | null], TurnRow>(
    `${selection} WHERE session_id = ? AND parent IS ? ORDER BY turn.id`,
  );
  const tips = connection.prepare<[string], TurnRow>(
    `${selection} WHERE session_id = ? AND NOT EXISTS
     (SELECT 1 FROM turn AS child WHERE child.session_id = turn.session_id AND child.parent = turn.id)
     ORDER BY turn.id`,
  );
  return {
    find(session, id) {
      const row = one.get(id, session);
      return row === undefined ? undefined : parseTurn(row);
    },
    isOf: (session, id) => own.get(id, session) !== undefined,
    listVisible: (session, limit) => visible.all(session, limit).map(parseTurn).reverse(),
    listTips: (session) => tips.all(session).map(parseTurn),
    listChildren: (session, parent) => children.all(session, parent ?? null).map(parseTurn),
  };
}

function openActions(
  connection: Connection,
): Pick<TurnStore, 'moveDraft' | 'addActions' | 'copyActions' | 'addRolls' | 'readActions' | 'readPatches'> {
  const columns = 'position, tool, arguments, by, answer, is_ok, patches, outcome';
  const take = connection.prepare(
    `INSERT INTO event (turn_id, ${columns}) SELECT ?, ${columns} FROM draft_action WHERE session_id = ?`,
  );
  const add = connection.prepare<ActionRow & { turn: number }>(
    `INSERT INTO event (turn_id, ${columns})
     VALUES (:turn, :position, :tool, :arguments, :by, :answer, :isOk, :patches, :outcome)`,
  );
  const copy = connection.prepare(
    `INSERT INTO event (turn_id, ${columns}) SELECT ?, ${columns} FROM event WHERE turn_id = ?`,
  );
  const rolled = 'roll_index, expression, total, target, outcome, reason, asked_by, roll';
  const copyRolls = connection.prepare(
    `INSERT INTO roll (turn_id, ${rolled}) SELECT ?, ${rolled} FROM roll WHERE turn_id = ?`,
  );
  const addRoll = connection.prepare<RollRow>(
    `INSERT INTO roll (turn_id, ${rolled})
     VALUES (:turn, :index, :expression, :total, :target, :outcome, :reason, :askedBy, :roll)`,
  );
  const events = connection.prepare<[number], ActionRow>(
    `SELECT position, tool, arguments, by, answer, is_ok AS isOk, patches, outcome FROM event
     WHERE turn_id = ? ORDER BY position`,
  );
  const patches = connection.prepare<[number], { readonly position: number; readonly patches: string }>(
    'SELECT position, patches FROM event WHERE turn_id = ? ORDER BY position',
  );
  return {
    moveDraft: (turn, session) => void take.run(turn, session),
    addActions(turn, actions) {
      for (const [position, action] of actions.entries())
        add.run({ turn, ...renderAction(action, position) });
    },
    copyActions(turn, from) {
      copy.run(turn, from);
      copyRolls.run(turn, from);
    },
    addRolls(turn, rolls) {
      for (const roll of rolls) {
        addRoll.run({
          turn,
          index: roll.index,
          expression: roll.rolled.expression,
          total: roll.rolled.total,
          target: roll.target ?? null,
          outcome: roll.outcome?.id ?? null,
          reason: roll.reason ?? null,
          askedBy: roll.askedBy,
          roll: JSON.stringify(roll),
        });
      }
    },
    readActions: (turn) => events.all(turn).map((row) => parseAction(row, 'event', turn)),
    readPatches: (turn) =>
      patches
        .all(turn)
        .flatMap((row) =>
          stored.parse<Patch[]>(row.patches, ['event', `${turn}/${row.position}`, 'patches'], 'list'),
        ),
  };
}

function parseTurn(row: TurnRow): Turn {
  return {
    id: row.id,
    parent: row.parent ?? undefined,
    number: row.number,
    words: row.words,
    narrative: row.narrative,
    suggestions: stored.parse(row.suggestions, ['turn', row.id, 'suggestions'], 'list'),
    stateHash: row.state_hash,
    isAside: row.is_aside === 1,
    summary: row.summary,
    tags: stored.parse(row.tags, ['turn_metadata', row.id, 'tags'], 'list'),
    importance: row.importance,
    lore: stored.parse(row.lore, ['turn_metadata', row.id, 'lore'], 'list'),
    toldBy: JSON.parse(row.told_by),
    atMs: row.at_ms,
  };
}
