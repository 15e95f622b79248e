// Working memory store: creates items and changes their state; every change stores the state that it replaced.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { sealRecord } from '@terrarium/kernel/seal-record';
import { stored } from '../database/open-memory-database.ts';
import type { EventId } from '../events/event.ts';
import type { WorkingTag } from '../tags/tag.ts';
import {
  type ChangeCause,
  extractState,
  type ItemChange,
  type ItemChangeKind,
  type ItemId,
  type ItemKind,
  type ItemState,
  type ItemStatus,
  type NewItem,
  overBecause,
  type WeighedItem,
  type WorkingItem,
} from './item.ts';
import { isSettling } from './recurring-plans.ts';

export interface WorkingMemoryStore {
  create(item: NewItem, cause: ChangeCause): WorkingItem;
  /** Changes the state of an item, and stores the former state. Does nothing if the state stays the same. */
  updateState(item: WorkingItem, updateState: Change): WorkingItem;
  find(id: ItemId): WorkingItem | undefined;
  /** Reads all active items except facts, without their texts: fast enough for each turn. */
  readActive(): WeighedItem[];
  /** Reads the words from which the due dates of active plans were read. */
  readDueWords(): Map<ItemId, string>;
  /** Reads these items with their texts, by id. */
  readContents(ids: readonly ItemId[]): Map<ItemId, WorkingItem>;
  /** Reads the active items of one kind, oldest first. */
  readActiveOf(kind: ItemKind): WorkingItem[];
  /** Whether the same side said both messages: the person, or the companion. */
  isOfOneSide(one: EventId, other: EventId): boolean;
  /** Reads items of any status, the newest first; never a secret. */
  readNewestOpenly(limit: number): WorkingItem[];
  /** Lists items of any kind and status, the oldest first. */
  listAll(): WorkingItem[];
  /** Finds the active item of a kind that says the same. */
  findActive(kind: ItemKind, normalForm: string): WorkingItem | undefined;
  /** Reads the active items of a kind about one subject. */
  readActiveAbout(kind: ItemKind, subject: string): WorkingItem[];
  /** Reads the changes of an item, in order. */
  readChanges(id: ItemId): ItemChange[];
  /**
   * Reads the changes since this turn that resolved or dropped an item, ended a fact, or marked a recurring plan as
   * done or skipped. Changes by maintenance, and by messages that are set aside, are left out. They are in order, and
   * only the newest changes are looked at.
   */
  readEndings(sinceTurn: number): ItemChange[];
  /** Lists the changes that these events made, in order; they must be the newest events that arrived. */
  listChangesBy(ids: readonly EventId[]): ItemChange[];
  /** Reads the changes after number `after` and up to number `upTo`, in order. */
  readChangesWithin(after: number, upTo: number): ItemChange[];
  /** Reads the changes of a maintenance run, in order. */
  readChangesOfRun(runId: number): ItemChange[];
}

export interface Change {
  readonly change: Exclude<ItemChangeKind, 'created'>;
  readonly to: Partial<ItemState>;
  readonly cause: ChangeCause;
}

/** A row as a tuple in the order of the columns: reading thousands of rows by column names takes twice as long. */
type WeighedRow = readonly [
  id: number,
  kind: WorkingTag,
  eventId: number,
  createdAtMs: number,
  refreshedAtMs: number,
  refreshedTurn: number,
  dueAtMs: number | null,
  isKept: number,
];

export const openWorkingMemoryStore = openOnce(buildWorkingMemoryStore);

function buildWorkingMemoryStore(connection: Connection): WorkingMemoryStore {
  return { ...openWriting(connection), ...openReading(connection), ...openChanges(connection) };
}

function openWriting(connection: Connection): Pick<WorkingMemoryStore, 'create' | 'updateState'> {
  const last = connection.prepare<[], number | null>('SELECT max(id) FROM working_memory').pluck();
  const insert = connection.prepare<NewRow & { seal: string }>(
    `INSERT INTO working_memory (id, kind, content, normal_form, subject, event_id, status, created_at_ms, created_turn,
       refreshed_at_ms, refreshed_turn, due_at_ms, due_words, is_kept, seal)
     VALUES (:id, :kind, :content, :normalForm, :subject, :eventId, :status, :createdAtMs, :createdTurn,
       :refreshedAtMs, :refreshedTurn, :dueAtMs, :dueWords, :isKept, :seal)`,
  );
  const update = connection.prepare<NewRow & { seal: string }>(
    `UPDATE working_memory SET status = :status, refreshed_at_ms = :refreshedAtMs, refreshed_turn = :refreshedTurn,
       due_at_ms = :dueAtMs, due_words = :dueWords, is_kept = :isKept, seal = :seal WHERE id = :id`,
  );
  const notes = openNotes(connection);
  return {
    create(item, cause) {
      const made = { ...item, id: ((last.get() ?? 0) + 1) as ItemId };
      const place = notes.computeNext();
      insert.run(renderItem(made, place));
      notes.add(made, { change: 'created', before: undefined, cause, place });
      return made;
    },
    updateState(item, { change, to, cause }) {
      const changed = { ...item, ...to };
      if (renderState(changed) === renderState(item)) return item;
      const place = notes.computeNext();
      update.run(renderItem(changed, place));
      notes.add(changed, { change, before: item, cause, place });
      return changed;
    },
  };
}

interface NewRow {
  readonly id: ItemId;
  readonly kind: ItemKind;
  readonly content: string;
  readonly normalForm: string;
  readonly subject: string | null;
  readonly eventId: EventId;
  readonly status: ItemStatus;
  readonly createdAtMs: number;
  readonly createdTurn: number;
  readonly refreshedAtMs: number;
  readonly refreshedTurn: number;
  readonly dueAtMs: number | null;
  readonly dueWords: string | null;
  readonly isKept: number;
}

/** The seal covers the number of the item's last change, so that a missing change is detected. */
function renderItem(item: WorkingItem, lastChange: NotePlace): NewRow & { readonly seal: string } {
  // The values are in the order of the table's columns, which is also the order of the seal.
  const row: NewRow = {
    id: item.id,
    kind: item.kind,
    content: item.content,
    normalForm: item.normalForm,
    subject: item.subject ?? null,
    eventId: item.eventId,
    status: item.status,
    createdAtMs: item.createdAtMs,
    createdTurn: item.createdTurn,
    refreshedAtMs: item.refreshedAtMs,
    refreshedTurn: item.refreshedTurn,
    dueAtMs: item.dueAtMs ?? null,
    dueWords: item.dueWords ?? null,
    isKept: Number(item.isKept),
  };
  return { ...row, seal: sealRecord('working_memory', null, [...Object.values(row), lastChange.id]) };
}

interface Note {
  readonly change: ItemChangeKind;
  readonly before: ItemState | undefined;
  readonly cause: ChangeCause;
  readonly place: NotePlace;
}

/** The number of the next change, and the seal of the change before it. */
interface NotePlace {
  readonly id: number;
  readonly former: string | null;
}

interface Notes {
  computeNext(): NotePlace;
  add(item: WorkingItem, note: Note): void;
}

interface NewNote {
  readonly id: number;
  readonly itemId: ItemId;
  readonly change: ItemChangeKind;
  readonly fromStatus: ItemStatus | null;
  readonly toStatus: ItemStatus;
  readonly before: string | null;
  readonly eventId: EventId | null;
  readonly runId: number | null;
  readonly because: string;
  readonly atMs: number;
  readonly turn: number;
}

function openNotes(connection: Connection): Notes {
  const newest = connection
    .prepare<[], [number, string | null]>('SELECT id, seal FROM item_change ORDER BY id DESC LIMIT 1')
    .raw();
  const insert = connection.prepare<NewNote & { seal: string }>(
    `INSERT INTO item_change (id, item_id, change, from_status, to_status, before, event_id, run_id, because, at_ms, turn,
       seal)
     VALUES (:id, :itemId, :change, :fromStatus, :toStatus, :before, :eventId, :runId, :because, :atMs, :turn, :seal)`,
  );
  return {
    computeNext() {
      const [id, former] = newest.get() ?? [0, null];
      return { id: id + 1, former };
    },
    add(item, { change, before, cause, place }) {
      // The values are in the order of the table's columns, which is also the order of the seal.
      const row: NewNote = {
        id: place.id,
        itemId: item.id,
        change,
        fromStatus: before?.status ?? null,
        toStatus: item.status,
        before: before === undefined ? null : renderState(before),
        eventId: cause.eventId ?? null,
        runId: cause.runId ?? null,
        because: cause.because,
        atMs: cause.atMs,
        turn: cause.turn,
      };
      insert.run({ ...row, seal: sealRecord('item_change', place.former, Object.values(row)) });
    },
  };
}

function openReading(
  connection: Connection,
): Omit<WorkingMemoryStore, 'create' | 'updateState' | keyof ItemChanges> {
  const byId = connection.prepare<[number], ItemRow>('SELECT * FROM working_memory WHERE id = ?');
  const weighed = connection
    .prepare<[], WeighedRow>(
      `SELECT id, kind, event_id, created_at_ms, refreshed_at_ms, refreshed_turn, due_at_ms, is_kept
       FROM working_memory INDEXED BY working_memory_weighed WHERE status = 'active' AND kind <> 'fact'`,
    )
    .raw();
  const dueWords = connection
    .prepare<[], readonly [ItemId, string]>(
      "SELECT id, due_words FROM working_memory WHERE status = 'active' AND kind = 'plan' AND due_words IS NOT NULL",
    )
    .raw();
  const byIds = connection.prepare<[string], ItemRow>(
    'SELECT * FROM working_memory WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
  );
  const ofKind = connection.prepare<[ItemKind], ItemRow>(
    "SELECT * FROM working_memory WHERE status = 'active' AND kind = ? ORDER BY created_at_ms, id",
  );
  const newestOpenly = connection.prepare<[number], ItemRow>(
    `SELECT * FROM working_memory WHERE kind <> 'secret' AND content <> ''
     AND event_id NOT IN (SELECT event_id FROM aside) ORDER BY id DESC LIMIT ?`,
  );
  const all = connection.prepare<[], ItemRow>('SELECT * FROM working_memory ORDER BY id');
  const saying = connection.prepare<[ItemKind, string], ItemRow>(
    `SELECT * FROM working_memory INDEXED BY working_memory_active
     WHERE status = 'active' AND kind = ? AND normal_form = ? ORDER BY created_at_ms DESC, id DESC LIMIT 1`,
  );
  const about = connection.prepare<[ItemKind, string], ItemRow>(
    `SELECT * FROM working_memory INDEXED BY working_memory_about
     WHERE status = 'active' AND kind = ? AND subject = ? ORDER BY created_at_ms, id`,
  );
  const oneSide = connection
    .prepare<[number, number], number>('SELECT count(DISTINCT side) = 1 FROM event WHERE id IN (?, ?)')
    .pluck();
  const parseOptional = (row: ItemRow | undefined) => (row === undefined ? undefined : parseItemRow(row));
  return {
    find: (id) => parseOptional(byId.get(id)),
    readActive: () => weighed.all().map(parseWeighedRow),
    readDueWords: () => new Map(dueWords.all()),
    readContents: (ids) =>
      new Map(byIds.all(JSON.stringify(ids)).map((row) => [row.id as ItemId, parseItemRow(row)])),
    readActiveOf: (kind) => ofKind.all(kind).map(parseItemRow),
    isOfOneSide: (one, other) => oneSide.get(one, other) === 1,
    readNewestOpenly: (limit) => newestOpenly.all(limit).map(parseItemRow),
    listAll: () => all.all().map(parseItemRow),
    findActive: (kind, normalForm) => parseOptional(saying.get(kind, normalForm)),
    readActiveAbout: (kind, subject) => about.all(kind, subject).map(parseItemRow),
  };
}

type ItemChanges = Pick<
  WorkingMemoryStore,
  'readChanges' | 'readChangesOfRun' | 'readChangesWithin' | 'readEndings' | 'listChangesBy'
>;

/** At most this many changes are looked at for each wake. */
const changesRead = 1_000;

function openChanges(connection: Connection): ItemChanges {
  const prepare = (where: string) =>
    connection.prepare<[number], ChangeRow>(`SELECT * FROM item_change WHERE ${where} ORDER BY id`);
  const [ofItem, ofRun] = [prepare('item_id = ?'), prepare('run_id = ?')];
  const endings = connection.prepare<[number, number], ChangeRow>(
    `SELECT * FROM item_change WHERE id > (SELECT max(id) FROM item_change) - ? AND turn >= ? AND run_id IS NULL
       AND (event_id IS NULL OR event_id NOT IN (SELECT event_id FROM aside))
       AND (to_status IN ('resolved', 'dropped') OR because = '${overBecause}' OR change = 'refreshed') ORDER BY id`,
  );
  const backwards = connection.prepare<[], ChangeRow>('SELECT * FROM item_change ORDER BY id DESC');
  const within = connection.prepare<[number, number], ChangeRow>(
    'SELECT * FROM item_change WHERE id > ? AND id <= ? ORDER BY id',
  );
  return {
    listChangesBy(ids) {
      const [wanted, first] = [new Set<number>(ids), Math.min(...ids)];
      const found: ItemChange[] = [];
      for (const row of backwards.iterate()) {
        if (wanted.has(row.event_id ?? 0)) found.push(parseChangeRow(row));
        // The changes are in order, so all further ones were made by earlier events.
        else if (row.run_id === null && row.change !== 'restored' && (row.event_id ?? first) < first) break;
      }
      return found.reverse();
    },
    readChangesWithin: (after, upTo) => within.all(after, upTo).map(parseChangeRow),
    readEndings: (sinceTurn) => endings.all(changesRead, sinceTurn).map(parseChangeRow).filter(isEnding),
    readChanges: (id) => ofItem.all(id).map(parseChangeRow),
    readChangesOfRun: (runId) => ofRun.all(runId).map(parseChangeRow),
  };
}

function isEnding(change: ItemChange): boolean {
  return change.change === 'status' || isSettling(change);
}

function parseWeighedRow([
  id,
  kind,
  eventId,
  createdAtMs,
  refreshedAtMs,
  refreshedTurn,
  dueAtMs,
  isKept,
]: WeighedRow): WeighedItem {
  return {
    id: id as ItemId,
    kind,
    eventId: eventId as EventId,
    createdAtMs,
    refreshedAtMs,
    refreshedTurn,
    dueAtMs: dueAtMs ?? undefined,
    isKept: isKept === 1,
  };
}

interface ItemRow {
  readonly id: number;
  readonly kind: ItemKind;
  readonly content: string;
  readonly normal_form: string;
  readonly subject: string | null;
  readonly event_id: number;
  readonly status: ItemStatus;
  readonly created_at_ms: number;
  readonly created_turn: number;
  readonly refreshed_at_ms: number;
  readonly refreshed_turn: number;
  readonly due_at_ms: number | null;
  readonly due_words: string | null;
  readonly is_kept: number;
}

interface ChangeRow {
  readonly id: number;
  readonly item_id: number;
  readonly change: ItemChangeKind;
  readonly to_status: ItemStatus;
  readonly before: string | null;
  readonly event_id: number | null;
  readonly run_id: number | null;
  readonly because: string;
  readonly at_ms: number;
  readonly turn: number;
}

function parseItemRow(row: ItemRow): WorkingItem {
  return {
    id: row.id as ItemId,
    kind: row.kind,
    content: row.content,
    normalForm: row.normal_form,
    subject: row.subject ?? undefined,
    eventId: row.event_id as EventId,
    status: row.status,
    createdAtMs: row.created_at_ms,
    createdTurn: row.created_turn,
    refreshedAtMs: row.refreshed_at_ms,
    refreshedTurn: row.refreshed_turn,
    dueAtMs: row.due_at_ms ?? undefined,
    dueWords: row.due_words ?? undefined,
    isKept: row.is_kept === 1,
  };
}

export function parseChangeRow(row: ChangeRow): ItemChange {
  return {
    id: row.id,
    itemId: row.item_id as ItemId,
    change: row.change,
    toStatus: row.to_status,
    before: row.before === null ? undefined : parseState(row.before, row.id),
    eventId: (row.event_id ?? undefined) as EventId | undefined,
    runId: row.run_id ?? undefined,
    because: row.because,
    atMs: row.at_ms,
    turn: row.turn,
  };
}

function renderState(state: ItemState): string {
  return JSON.stringify(extractState(state));
}

/** JSON leaves out fields that are undefined, so these are restored by name. */
function parseState(text: string, change: number): ItemState {
  const state = stored.parse<ItemState>(text, ['item_change', change, 'before'], 'object');
  return { ...state, dueAtMs: state.dueAtMs, dueWords: state.dueWords };
}
