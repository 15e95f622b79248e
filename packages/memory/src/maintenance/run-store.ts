// Stores runs of maintenance: what each run read, what was proposed in each batch, and what the run changed.

import type { Connection } from '@terrarium/kernel/open-database';
import type { StoredPlace } from '@terrarium/kernel/stored-values';
import { stored } from '../database/open-memory-database.ts';
import type { EventId } from '../events/event.ts';
import type { Operation, RefusedOperation } from './operation.ts';

/** The kinds of runs that compile fragments. */
export type RunKind = 'light' | 'deep' | 'manual';
export type RunStatus = 'open' | 'completed' | 'abandoned' | 'reverted';

export interface MaintenanceRun {
  readonly id: number;
  /** `tags`: a tag pass, which changes items in mind and compiles nothing. */
  readonly kind: RunKind | 'tags';
  readonly writer: string;
  readonly status: RunStatus;
  /** The run reads events with an id greater than `afterEventId`, up to `upToEventId`. */
  readonly afterEventId: number;
  readonly upToEventId: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
}

/** How far a run has come. */
export interface Cursor {
  /** How many events the run has read, in the order of time. */
  readonly eventsDone: number;
  /** Key of the last fragment that the run reviewed; empty before the first. */
  readonly fragmentsDone: string;
}

export interface RunBatch extends Cursor {
  readonly operations: readonly Operation[];
  readonly refusals: readonly RefusedOperation[];
  /** The model's reply, word for word. */
  readonly reply: string;
  /**
   * Version of the texts with which the model was asked; undefined if no model was asked, or if versions were not
   * stored yet at the time of the run.
   */
  readonly promptVersion: string | undefined;
}

export interface RunChange {
  readonly thing: 'fragment' | 'edge' | 'item' | 'flag';
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly because: string;
}

export interface RunStore {
  start(run: Omit<MaintenanceRun, 'id' | 'status' | 'endedAtMs'>): MaintenanceRun;
  finish(id: number, status: RunStatus, atMs: number): void;
  find(id: number): MaintenanceRun | undefined;
  /** Finds the run that was stopped and can be continued. */
  findOpen(): MaintenanceRun | undefined;
  /**
   * Lists completed runs that compiled fragments and were not reverted, newest first; with `kind`, only those of this
   * kind.
   */
  listCompleted(kind?: RunKind): MaintenanceRun[];
  /** Lists all completed runs that were not reverted, newest first. */
  listRevertible(): MaintenanceRun[];
  /** Lists the revertible runs that changed more than flags, newest first: later runs may build on these. */
  listChanging(): MaintenanceRun[];
  /** Finds the newest run that changed the fragment and was not reverted. */
  findWritingRun(fragmentKey: string): MaintenanceRun | undefined;
  addBatch(runId: number, batch: RunBatch): void;
  readBatches(runId: number): RunBatch[];
  addChange(runId: number, change: RunChange): void;
  /** Reads the changes in the order in which they were made. */
  readChanges(runId: number): RunChange[];
  addFlag(flag: { text: string; events: string; atMs: number }): number;
  removeFlag(id: number): void;
  /** Lists all flags, oldest first, including those that were dealt with. */
  listFlags(): FlagRow[];
  /** Returns whether this flag existed and was waiting. */
  finishFlag(id: number, atMs: number): boolean;
}

export interface FlagRow {
  readonly id: number;
  readonly text: string;
  readonly events: readonly EventId[];
  readonly madeAtMs: number;
  readonly settledAtMs: number | null;
}

interface BatchRow extends Cursor {
  readonly position: number;
  readonly operations: string;
  readonly refusals: string;
  readonly reply: string;
  readonly promptVersion: string | null;
}

interface RunRow {
  readonly id: number;
  readonly kind: MaintenanceRun['kind'];
  readonly writer: string;
  readonly status: RunStatus;
  readonly after_event_id: number;
  readonly up_to_event_id: number;
  readonly started_at_ms: number;
  readonly ended_at_ms: number | null;
}

interface ChangeRow extends Pick<RunChange, 'thing' | 'name' | 'because'> {
  readonly position: number;
  readonly before: string | null;
  readonly after: string | null;
}

interface StoredFlag extends Omit<FlagRow, 'events'> {
  /** The ids of the events, as JSON. */
  readonly events: string;
}

const batchTable = 'maintenance_batch';
const changeTable = 'maintenance_change';

export function openRunStore(connection: Connection): RunStore {
  return { ...openRunRows(connection), ...openRunRecords(connection), ...openFlags(connection) };
}

function openRunRows(connection: Connection) {
  const insert = connection.prepare(
    `INSERT INTO maintenance_run (kind, writer, status, after_event_id, up_to_event_id, started_at_ms)
     VALUES (:kind, :writer, 'open', :afterEventId, :upToEventId, :startedAtMs)`,
  );
  const finish = connection.prepare(
    'UPDATE maintenance_run SET status = :status, ended_at_ms = :atMs WHERE id = :id',
  );
  const byId = connection.prepare<[number], RunRow>('SELECT * FROM maintenance_run WHERE id = ?');
  const open = connection.prepare<[], RunRow>(
    `SELECT * FROM maintenance_run WHERE status = 'open' ORDER BY id DESC LIMIT 1`,
  );
  const completed = connection.prepare<[{ kind: string | null }], RunRow>(
    `SELECT * FROM maintenance_run WHERE status = 'completed' AND kind <> 'tags' AND kind = coalesce(:kind, kind)
     ORDER BY id DESC`,
  );
  const revertible = connection.prepare<[], RunRow>(
    `SELECT * FROM maintenance_run WHERE status = 'completed' ORDER BY id DESC`,
  );
  const changing = connection.prepare<[], RunRow>(
    `SELECT * FROM maintenance_run AS run WHERE status = 'completed' AND (
       EXISTS (SELECT 1 FROM maintenance_change WHERE run_id = run.id AND thing <> 'flag')
       OR EXISTS (SELECT 1 FROM item_change WHERE run_id = run.id)
       OR EXISTS (SELECT 1 FROM ambient_write WHERE run_id = run.id))
     ORDER BY id DESC`,
  );
  const writing = connection.prepare<[string], RunRow>(
    `SELECT run.* FROM maintenance_change JOIN maintenance_run AS run ON run.id = run_id
     WHERE thing = 'fragment' AND name = ? AND status = 'completed' ORDER BY run.id DESC LIMIT 1`,
  );
  return {
    findWritingRun: (fragmentKey: string) => writing.all(fragmentKey).map(buildRun)[0],
    start(run: Omit<MaintenanceRun, 'id' | 'status' | 'endedAtMs'>): MaintenanceRun {
      const id = Number(insert.run(run).lastInsertRowid);
      return { ...run, id, status: 'open', endedAtMs: undefined };
    },
    finish: (id: number, status: RunStatus, atMs: number) => void finish.run({ id, status, atMs }),
    find: (id: number) => byId.all(id).map(buildRun)[0],
    findOpen: () => open.all().map(buildRun)[0],
    listRevertible: () => revertible.all().map(buildRun),
    listChanging: () => changing.all().map(buildRun),
    listCompleted: (kind?: RunKind) => completed.all({ kind: kind ?? null }).map(buildRun),
  };
}

function openRunRecords(connection: Connection) {
  const addBatch = connection.prepare(
    `INSERT INTO maintenance_batch (run_id, position, events_done, fragments_done, operations, refusals, reply)
     SELECT :runId, count(*), :eventsDone, :fragmentsDone, :operations, :refusals, :reply
     FROM maintenance_batch WHERE run_id = :runId`,
  );
  const addPrompt = connection.prepare(
    `INSERT INTO batch_prompt (run_id, position, version)
     SELECT run_id, max(position), :version FROM maintenance_batch WHERE run_id = :runId`,
  );
  const batches = connection.prepare<[number], BatchRow>(
    `SELECT position, events_done AS eventsDone, fragments_done AS fragmentsDone, operations, refusals, reply,
       version AS promptVersion
     FROM maintenance_batch LEFT JOIN batch_prompt USING (run_id, position) WHERE run_id = ? ORDER BY position`,
  );
  const addChange = connection.prepare(
    `INSERT INTO maintenance_change (run_id, position, thing, name, before, after, because)
     SELECT :runId, count(*), :thing, :name, :before, :after, :because FROM maintenance_change WHERE run_id = :runId`,
  );
  const changes = connection.prepare<[number], ChangeRow>(
    'SELECT position, thing, name, before, after, because FROM maintenance_change WHERE run_id = ? ORDER BY position',
  );
  return {
    addBatch: connection.transaction(
      (runId: number, { operations, refusals, promptVersion: version, ...batch }: RunBatch) => {
        addBatch.run({
          ...batch,
          runId,
          operations: JSON.stringify(operations),
          refusals: JSON.stringify(refusals),
        });
        if (version !== undefined) addPrompt.run({ runId, version });
      },
    ),
    readBatches: (runId: number): RunBatch[] =>
      batches.all(runId).map(({ position, ...row }) => ({
        ...row,
        operations: stored.parse(row.operations, [batchTable, `${runId}/${position}`, 'operations'], 'list'),
        refusals: stored.parse(row.refusals, [batchTable, `${runId}/${position}`, 'refusals'], 'list'),
        promptVersion: row.promptVersion ?? undefined,
      })),
    addChange: (runId: number, { thing, name, because, before, after }: RunChange) =>
      void addChange.run({ runId, thing, name, because, before: pack(before), after: pack(after) }),
    readChanges: (runId: number): RunChange[] =>
      changes.all(runId).map(({ position, before, after, ...row }) => ({
        ...row,
        before: unpack(before, [changeTable, `${runId}/${position}`, 'before']),
        after: unpack(after, [changeTable, `${runId}/${position}`, 'after']),
      })),
  };
}

function openFlags(connection: Connection) {
  const add = connection.prepare(
    'INSERT INTO flag (text, events, made_at_ms) VALUES (:text, :events, :atMs)',
  );
  const remove = connection.prepare('DELETE FROM flag WHERE id = ?');
  const all = connection.prepare<[], StoredFlag>(
    'SELECT id, text, events, made_at_ms AS madeAtMs, settled_at_ms AS settledAtMs FROM flag ORDER BY id',
  );
  const settle = connection.prepare(
    'UPDATE flag SET settled_at_ms = :atMs WHERE id = :id AND settled_at_ms IS NULL',
  );
  return {
    addFlag: (flag: { text: string; events: string; atMs: number }) => Number(add.run(flag).lastInsertRowid),
    removeFlag: (id: number) => void remove.run(id),
    listFlags: () =>
      all.all().map((flag) => ({
        ...flag,
        events: stored.parse<EventId[]>(flag.events, ['flag', flag.id, 'events'], 'list'),
      })),
    finishFlag: (id: number, atMs: number) => settle.run({ id, atMs }).changes > 0,
  };
}

function pack(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function unpack(text: string | null, place: StoredPlace): unknown {
  return text === null ? undefined : stored.parse(text, place);
}

function buildRun(row: RunRow): MaintenanceRun {
  return {
    id: row.id,
    kind: row.kind,
    writer: row.writer,
    status: row.status,
    afterEventId: row.after_event_id,
    upToEventId: row.up_to_event_id,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
  };
}
