// Changes a task for the worker that holds its lease; refuses a change if the lease has since been given to another worker.

import { StorageError } from '@terrarium/kernel/errors';
import type { Query } from '../database/fleet-database-store.ts';
import { advanceLease, type HeldEvent, type LeaseTerms, type Task } from '../values/lease.ts';
import { parseTask, type TaskRow, taskColumns } from './task-row.ts';

/** The proof that a worker holds a world: the task, the world, and the epoch of the lease. */
export interface Holding {
  readonly taskId: string;
  readonly worldId: string;
  readonly epoch: number;
}

/** The current time by the database's clock, in milliseconds since 1970. */
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::double precision';

export async function readNow(query: Query): Promise<number> {
  const [row] = await query<{ now: number }>(`SELECT ${now} AS now`);
  return row?.now ?? 0;
}

/**
 * Values that are stored with a task's new state. If a value is left out, the stored one stays, except that a finished
 * task loses its error.
 */
export interface TaskNotes {
  readonly server?: string;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

export async function saveTask(query: Query, id: string, task: Task, notes: TaskNotes = {}): Promise<void> {
  const { state, epoch, tries } = task;
  const untilMs = 'untilMs' in state ? state.untilMs : null;
  const worker = state.at === 'leased' ? state.worker : null;
  await query(
    `UPDATE fleet.task SET state = $2, epoch = $3, tries = $4, until_at = to_timestamp($5::double precision / 1000),
       worker = coalesce($6, worker), server = coalesce($7, server),
       leased_at = CASE WHEN $2 = 'leased' AND state <> 'leased' THEN now() ELSE leased_at END,
       finished_at = CASE WHEN $2 = 'finished' THEN now() ELSE NULL END,
       error = CASE WHEN $2 = 'finished' THEN NULL ELSE coalesce($8, error) END, result = coalesce($9, result)
     WHERE id = $1`,
    [
      id,
      state.at,
      epoch,
      tries,
      untilMs,
      worker,
      notes.server ?? null,
      renderJson(notes.error),
      renderJson(notes.result),
    ],
  );
}

/** An escape in JSON. A half of a surrogate pair is written as an escape only if its other half is missing. */
const jsonEscape = /\\(?:u0000|ud[89a-f][\da-f]{2}|.)/gu;

/**
 * Renders JSON for the database. Text from a model or a file may contain characters that the database refuses: U+0000,
 * which is removed, and halves of surrogate pairs, which are replaced.
 */
function renderJson(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value).replaceAll(jsonEscape, (written) => {
    if (written === '\\u0000') return '';
    return written.startsWith('\\ud') ? '\ufffd' : written;
  });
}

/** A change to a held task: an event without its epoch, which is in the `Holding`. */
export type HeldChange =
  | Omit<Extract<HeldEvent, { kind: 'renewed' }>, 'epoch'>
  | Omit<Extract<HeldEvent, { kind: 'failed' }>, 'epoch'>
  | { readonly kind: 'released' | 'finished' };

export interface HeldWork {
  readonly change: HeldChange;
  readonly terms: LeaseTerms;
  readonly notes?: TaskNotes;
}

interface HeldRow extends TaskRow {
  readonly world_epoch: string;
  readonly now_ms: number;
}

/**
 * Applies a change to a held task. If another worker has taken over the world, throws `StorageError`
 * (`fleet.lease-lost`), which also undoes the rest of the transaction.
 */
export async function updateHeld(query: Query, holding: Holding, work: HeldWork): Promise<void> {
  const [row] = await query<HeldRow>(
    `SELECT ${taskColumns}, w.epoch AS world_epoch, ${now} AS now_ms FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id
     WHERE t.id = $1 AND t.world_id = $2 FOR UPDATE`,
    [holding.taskId, holding.worldId],
  );
  if (row === undefined || Number(row.world_epoch) !== holding.epoch) throw refuseStale();
  if (isDone(row, holding, work.change)) return;
  const event = { ...work.change, epoch: holding.epoch };
  const moment = { nowMs: row.now_ms, terms: work.terms };
  const next = advanceLease(parseTask(row), event, moment);
  if (next === undefined) throw refuseStale();
  await saveTask(query, row.id, next, work.notes);
}

/**
 * Whether this change is already stored: the task ended under this lease, but the connection broke before the worker
 * was told.
 */
function isDone({ state, epoch }: TaskRow, holding: Holding, { kind }: HeldChange): boolean {
  if (Number(epoch) !== holding.epoch || state === 'leased' || kind === 'renewed') return false;
  return kind !== 'finished' || state === 'finished';
}

export function refuseStale(): StorageError {
  return new StorageError({
    code: 'fleet.lease-lost',
    happened: 'Another worker has taken this world over.',
    todo: 'Every reply is kept. Only what this worker has done since then is dropped; the other one goes on from there.',
  });
}

export function isLeaseLost(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'fleet.lease-lost';
}
