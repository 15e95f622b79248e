// Reads the status of the fleet: which tasks wait, run, are finished or were set aside, and what they cost.

import type { Query, Row } from '../database/fleet-database-store.ts';
import type { TaskState } from '../values/lease.ts';
import { listSkipped, type SkippedScenes } from './skipped-store.ts';
import type { TaskKind } from './task-row.ts';

export interface TaskCount {
  readonly kind: TaskKind;
  readonly state: TaskState['at'];
  readonly count: number;
}

export interface RunningTask {
  readonly name: string;
  readonly owner: string;
  readonly kind: TaskKind;
  readonly worker: string;
  readonly model: string | undefined;
  readonly scenesDone: number;
  readonly scenesAll: number;
  readonly seconds: number;
  /** Seconds until the lease ends if it is not renewed; negative if its worker did not renew it in time. */
  readonly leftSeconds: number;
}

export interface FailedTask {
  readonly name: string;
  readonly owner: string;
  readonly kind: TaskKind;
  readonly state: 'resting' | 'poisoned';
  readonly tries: number;
  readonly reason: string;
}

export interface OwnerCount {
  readonly owner: string;
  readonly waiting: number;
  readonly running: number;
}

export interface DayOfUse {
  readonly day: string;
  readonly model: string;
  readonly replies: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly seconds: number;
}

export interface FleetStatus {
  readonly worlds: number;
  readonly bytes: number;
  readonly tasks: readonly TaskCount[];
  readonly running: readonly RunningTask[];
  /**
   * First the tasks that were set aside, then those that rest; within both groups, the newest first. `failedLeft` is
   * the number of tasks that are not listed.
   */
  readonly failed: readonly FailedTask[];
  readonly failedLeft: number;
  /** Worlds that were read to their end, except for some skipped scenes. */
  readonly skipped: readonly SkippedScenes[];
  readonly owners: readonly OwnerCount[];
  readonly use: readonly DayOfUse[];
}

const listed = 50;
const daysShown = 14;

/** Reads only what this user may see: an owner sees only their own worlds. */
export async function readFleetStatus(query: Query): Promise<FleetStatus> {
  const [sum] = await query<{ worlds: string; bytes: string }>(
    'SELECT count(*) AS worlds, coalesce(sum(bytes), 0) AS bytes FROM fleet.world',
  );
  const counted = await query<CountRow>(
    'SELECT owner, kind, state, count(*) AS count FROM fleet.task GROUP BY owner, kind, state',
  );
  const failed = await readFailed(query);
  const failedAll = counted.filter(({ state }) => state === 'poisoned' || state === 'resting');
  return {
    worlds: Number(sum?.worlds ?? 0),
    bytes: Number(sum?.bytes ?? 0),
    tasks: sumTasks(counted),
    running: await readRunning(query),
    failed,
    failedLeft: sumCounts(failedAll) - failed.length,
    skipped: await listSkipped(query),
    owners: sumOwners(counted),
    use: await readUse(query),
  };
}

interface CountRow extends Row {
  readonly owner: string;
  readonly kind: TaskKind;
  readonly state: TaskState['at'];
  readonly count: string;
}

function sumCounts(rows: readonly CountRow[]): number {
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

function sumTasks(rows: readonly CountRow[]): readonly TaskCount[] {
  const groups = Map.groupBy(rows, ({ kind, state }) => `${kind} ${state}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ kind: first.kind, state: first.state, count: sumCounts(group) }];
    })
    .sort((one, other) => (`${one.kind} ${one.state}` < `${other.kind} ${other.state}` ? -1 : 1));
}

function sumOwners(rows: readonly CountRow[]): readonly OwnerCount[] {
  const groups = Map.groupBy(rows, ({ owner }) => owner);
  return [...groups]
    .map(([owner, group]) => ({
      owner,
      waiting: sumCounts(group.filter(({ state }) => state === 'waiting' || state === 'resting')),
      running: sumCounts(group.filter(({ state }) => state === 'leased')),
    }))
    .sort((one, other) => (one.owner < other.owner ? -1 : 1));
}

interface RunningRow extends Row {
  readonly name: string;
  readonly owner: string;
  readonly kind: TaskKind;
  readonly worker: string | null;
  readonly model: string | null;
  readonly scenes_done: number;
  readonly scenes_all: number;
  readonly seconds: number;
  readonly left_seconds: number;
}

async function readRunning(query: Query): Promise<readonly RunningTask[]> {
  const rows = await query<RunningRow>(
    `SELECT w.name, w.owner, t.kind, t.worker, w.model, w.scenes_done, w.scenes_all,
       extract(epoch FROM now() - t.leased_at)::double precision AS seconds,
       extract(epoch FROM t.until_at - now())::double precision AS left_seconds
     FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id WHERE t.state = 'leased' ORDER BY t.leased_at`,
  );
  return rows.map(({ scenes_done, scenes_all, left_seconds, worker, model, ...row }) => ({
    ...row,
    worker: worker ?? '',
    model: model ?? undefined,
    scenesDone: scenes_done,
    scenesAll: scenes_all,
    seconds: Math.round(row.seconds),
    leftSeconds: Math.round(left_seconds),
  }));
}

interface FailedRow extends Row {
  readonly name: string;
  readonly owner: string;
  readonly kind: TaskKind;
  readonly state: 'resting' | 'poisoned';
  readonly tries: number;
  readonly error: { readonly happened?: unknown } | null;
}

async function readFailed(query: Query): Promise<readonly FailedTask[]> {
  const rows = await query<FailedRow>(
    `SELECT w.name, w.owner, t.kind, t.state, t.tries, t.error FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id
     WHERE t.state IN ('poisoned', 'resting') ORDER BY t.state, t.id DESC LIMIT ${listed}`,
  );
  return rows.map(({ error, ...row }) => ({ ...row, reason: String(error?.happened ?? 'no reason kept') }));
}

interface UseRow extends Row {
  readonly day: string;
  readonly model: string;
  readonly replies: string;
  readonly prompt: string;
  readonly cached: string;
  readonly output: string;
  readonly seconds: number;
}

async function readUse(query: Query): Promise<readonly DayOfUse[]> {
  const rows = await query<UseRow>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, model, sum(replies) AS replies, sum(prompt_tokens) AS prompt,
       sum(cached_tokens) AS cached, sum(output_tokens) AS output, sum(seconds) AS seconds
     FROM fleet.usage WHERE day > (now() AT TIME ZONE 'UTC')::date - ${daysShown} GROUP BY day, model ORDER BY day DESC, model`,
  );
  return rows.map(({ day, model, replies, prompt, cached, output, seconds }) => ({
    day,
    model,
    replies: Number(replies),
    promptTokens: Number(prompt),
    cachedTokens: Number(cached),
    outputTokens: Number(output),
    seconds: Math.round(seconds),
  }));
}
