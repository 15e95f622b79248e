// Leases: gives each worker its next task, fairly, and takes back the tasks of workers that no longer respond.

import type { FleetDatabase, Query, Row } from '../database/fleet-database-store.ts';
import { type OwnerStanding, rankOwners, type Turn } from '../values/choose-owner.ts';
import { advanceLease, type LeaseTerms } from '../values/lease.ts';
import type { ReadingTerms } from '../values/reading-terms.ts';
import { type Holding, readNow, saveTask } from './held-task-store.ts';
import { parseTask, type TaskKind, type TaskRow, taskColumns } from './task-row.ts';

export interface LeaseRequest {
  readonly worker: string;
  /** The name of the model server, which is the same for all workers that use this server. */
  readonly server: string;
  /** How many worlds this server can handle at once for all its workers together. */
  readonly slots: number;
  readonly kinds: readonly TaskKind[];
  /** The model and settings with which the worker reads; undefined if it does not read. */
  readonly reader: { readonly model: string; readonly terms: ReadingTerms } | undefined;
  readonly terms: LeaseTerms;
}

/** A task that a worker holds. */
export interface Lease extends Holding {
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly kind: TaskKind;
  readonly options: Readonly<Record<string, unknown>>;
  /** The stored settings with which the world is read; null if it was never read. */
  readonly reading: unknown;
  /** Notes of the world's owner for the model. */
  readonly notes: string | undefined;
}

/**
 * A worker takes this lock while it leases a task. So workers lease one after another, and fairness and bounds are
 * exact.
 */
const lock = 7_236_002;

/**
 * Undefined if the server has no free slot, or if no task can be leased now: none that this worker can do is waiting,
 * or their owners have reached their bounds, or other workers hold their worlds.
 */
export async function leaseTask(database: FleetDatabase, request: LeaseRequest): Promise<Lease | undefined> {
  const groups = listGroups(request);
  if (!(await hasWork(database.query, groups))) return undefined;
  return await database.transact(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await takeBackOverdue(query, request.terms);
    if (await isServerFull(query, request)) return undefined;
    const pass = await readPass(query);
    for (const turn of rankOwners(await listOwners(query, groups), pass)) {
      const row = await findTask(query, turn.owner.name, { groups, request });
      if (row === undefined) continue;
      await savePass(query, turn);
      return await startLease(query, row, request);
    }
    return undefined;
  });
}

/**
 * The groups of tasks that this worker can do. As in the index, a group consists of the tasks of one kind for one
 * model, or for any model.
 */
interface Groups {
  readonly kinds: readonly TaskKind[];
  /** The model of each group, by the same index as `kinds`; an empty text means any model. */
  readonly models: readonly string[];
}

function listGroups({ kinds, reader }: LeaseRequest): Groups {
  const own = reader === undefined || !kinds.includes('read') ? [] : [reader.model];
  return { kinds: [...kinds, ...own.map(() => 'read' as const)], models: [...kinds.map(() => ''), ...own] };
}

const ofGroups = 'unnest($1::text[], $2::text[]) AS g (kind, model)';
const inGroup = "t.state = 'waiting' AND t.kind = g.kind AND coalesce(t.model, '') = g.model";

/**
 * Whether a task that this worker can do is waiting, or a rest or lease is overdue. Called before the lock is taken,
 * because for most idle workers, the answer is no.
 */
async function hasWork(query: Query, { kinds, models }: Groups): Promise<boolean> {
  const [row] = await query<{ there: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ${ofGroups} CROSS JOIN LATERAL (
         SELECT 1 FROM fleet.task AS t WHERE ${inGroup} ORDER BY t.owner LIMIT 1) AS first)
       OR EXISTS (SELECT 1 FROM fleet.task WHERE state IN ('leased', 'resting') AND until_at <= now()) AS there`,
    [kinds, models],
  );
  return row?.there === true;
}

interface SweptRow extends TaskRow {
  readonly has_progressed: boolean;
}

/** At most this many overdue tasks are handled by one call; the next call handles further ones. */
const sweptAtOnce = 100;

async function takeBackOverdue(query: Query, terms: LeaseTerms): Promise<void> {
  const rows = await query<SweptRow>(
    `SELECT ${taskColumns}, w.published_at > t.leased_at
       OR EXISTS (SELECT 1 FROM fleet.reply AS r WHERE r.world_id = t.world_id AND r.logged_at > t.leased_at)
       AS has_progressed
     FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id
     WHERE t.state IN ('leased', 'resting') AND t.until_at <= now()
     ORDER BY t.id LIMIT ${sweptAtOnce} FOR UPDATE OF t SKIP LOCKED`,
  );
  if (rows.length === 0) return;
  const moment = { nowMs: await readNow(query), terms };
  for (const row of rows) {
    const isLeased = row.state === 'leased';
    const event = isLeased
      ? ({ kind: 'expired', hasProgressed: row.has_progressed } as const)
      : ({ kind: 'rested' } as const);
    const next = advanceLease(parseTask(row), event, moment);
    if (next === undefined) continue;
    const happened = `The worker ${row.worker ?? ''} stopped reporting.`;
    await saveTask(query, row.id, next, isLeased ? { error: { code: 'fleet.worker-gone', happened } } : {});
  }
}

async function isServerFull(query: Query, { server, slots }: LeaseRequest): Promise<boolean> {
  const [row] = await query<{ count: string }>(
    `SELECT count(*) AS count FROM fleet.task WHERE state = 'leased' AND server = $1`,
    [server],
  );
  return Number(row?.count ?? 0) >= slots;
}

async function readPass(query: Query): Promise<number> {
  const [row] = await query<{ pass: number }>('SELECT pass FROM fleet.meta');
  return row?.pass ?? 0;
}

interface OwnerRow extends Row {
  readonly name: string;
  readonly share: number;
  readonly most: number | null;
  readonly pass: number;
  readonly running: string;
}

/**
 * Lists the owners with a task that this worker can do. It jumps through the index, so it is as fast for many tasks as
 * for few.
 */
async function listOwners(query: Query, { kinds, models }: Groups): Promise<readonly OwnerStanding[]> {
  const rows = await query<OwnerRow>(
    `WITH RECURSIVE leap AS (
       SELECT g.kind, g.model, first.owner FROM ${ofGroups} CROSS JOIN LATERAL (
         SELECT t.owner FROM fleet.task AS t WHERE ${inGroup} ORDER BY t.owner LIMIT 1) AS first
       UNION ALL
       SELECT g.kind, g.model, next.owner FROM leap AS g CROSS JOIN LATERAL (
         SELECT t.owner FROM fleet.task AS t WHERE ${inGroup} AND t.owner > g.owner ORDER BY t.owner LIMIT 1) AS next
     ), waiting AS (SELECT DISTINCT owner FROM leap),
     running AS (SELECT owner, count(*) AS count FROM fleet.task WHERE state = 'leased' GROUP BY owner)
     SELECT waiting.owner AS name, coalesce(o.share, 1) AS share, o.most, coalesce(o.pass, 0) AS pass,
       coalesce(running.count, 0) AS running
     FROM waiting LEFT JOIN fleet.owner AS o ON o.name = waiting.owner LEFT JOIN running ON running.owner = waiting.owner`,
    [kinds, models],
  );
  return rows.map((row) => ({ ...row, most: row.most ?? undefined, running: Number(row.running) }));
}

interface Wish {
  readonly groups: Groups;
  readonly request: LeaseRequest;
}

/**
 * Finds the owner's first task that this worker can do, by priority and then by age. A world can be continued only with
 * the model with which its reading began, and only by a worker whose prompts may be at least as long.
 */
async function findTask(
  query: Query,
  owner: string,
  { groups, request }: Wish,
): Promise<TaskRow | undefined> {
  const [row] = await query<TaskRow>(
    `SELECT first.* FROM ${ofGroups} CROSS JOIN LATERAL (
       SELECT ${taskColumns}, t.priority FROM fleet.task AS t
       WHERE ${inGroup} AND t.owner = $3 AND (t.kind <> 'read' OR t.budget IS NULL OR t.budget <= $4)
         AND NOT EXISTS (SELECT 1 FROM fleet.task AS other WHERE other.world_id = t.world_id AND other.state = 'leased')
       ORDER BY t.priority DESC, t.id LIMIT 1 FOR UPDATE OF t SKIP LOCKED) AS first
     ORDER BY first.priority DESC, first.id LIMIT 1`,
    [groups.kinds, groups.models, owner, request.reader?.terms.contextBudget ?? null],
  );
  return row;
}

async function savePass(query: Query, { owner, pass, floor }: Turn): Promise<void> {
  await query(
    'INSERT INTO fleet.owner (name, pass) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET pass = $2',
    [owner.name, pass],
  );
  await query('UPDATE fleet.meta SET pass = $1', [floor]);
}

interface WorldRow extends Row {
  readonly name: string;
  readonly title: string;
  readonly epoch: string;
  readonly reading: unknown;
  readonly notes: string | null;
}

/** Gives the next epoch of the world to the lease. The first worker that reads the world decides on the settings. */
async function startLease(query: Query, row: TaskRow, request: LeaseRequest): Promise<Lease> {
  const { reader, worker, server, terms } = request;
  const reads = row.kind === 'read' ? reader : undefined;
  const [world] = await query<WorldRow>(
    `UPDATE fleet.world SET epoch = epoch + 1, model = coalesce(model, $2), budget = coalesce(budget, $3),
       reading = coalesce(reading, $4)
     WHERE id = $1 RETURNING name, title, epoch, reading, notes`,
    [
      row.world_id,
      reads?.model ?? null,
      reads?.terms.contextBudget ?? null,
      reads === undefined ? null : JSON.stringify(reads.terms),
    ],
  );
  if (reads !== undefined)
    await query(
      'UPDATE fleet.task SET model = coalesce(model, $2), budget = coalesce(budget, $3) WHERE id = $1',
      [row.id, reads.model, reads.terms.contextBudget],
    );
  const epoch = Number(world?.epoch ?? 0);
  const moment = { nowMs: await readNow(query), terms };
  const leased = advanceLease(parseTask(row), { kind: 'leased', worker, epoch }, moment);
  if (leased !== undefined) await saveTask(query, row.id, leased, { server });
  const { id: taskId, world_id: worldId, owner, kind, options } = row;
  return {
    taskId,
    worldId,
    epoch,
    owner,
    kind,
    options,
    name: world?.name ?? '',
    title: world?.title ?? '',
    reading: world?.reading ?? null,
    notes: world?.notes ?? undefined,
  };
}
