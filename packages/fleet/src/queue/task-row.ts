// Declares the columns of a task in the database, and parses a row into a task.

import type { Row } from '../database/fleet-database-store.ts';
import type { Task, TaskState } from '../values/lease.ts';

/** The kinds of work that a worker can do on a world. */
export const taskKinds = ['read', 'verify', 'export', 'maintain'] as const;
export type TaskKind = (typeof taskKinds)[number];

export interface TaskRow extends Row {
  readonly id: string;
  readonly world_id: string;
  readonly owner: string;
  readonly kind: TaskKind;
  readonly state: TaskState['at'];
  readonly epoch: string;
  readonly tries: number;
  readonly until_ms: number | null;
  readonly worker: string | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The columns of a task's row; `t` is the alias of the table. */
export const taskColumns = `t.id, t.world_id, t.owner, t.kind, t.state, t.epoch, t.tries, t.worker, t.options,
  (extract(epoch FROM t.until_at) * 1000)::double precision AS until_ms`;

export function parseTask(row: TaskRow): Task {
  return { state: parseState(row), epoch: Number(row.epoch), tries: row.tries };
}

function parseState({ state, until_ms, worker }: TaskRow): TaskState {
  const untilMs = until_ms ?? 0;
  switch (state) {
    case 'leased':
      return { at: 'leased', worker: worker ?? '', untilMs };
    case 'resting':
      return { at: 'resting', untilMs };
    default:
      return { at: state };
  }
}
