// Stores the worlds of the fleet: adds and finds them, adds and retries their tasks, and records what was published.

import { UsageError } from '@terrarium/kernel/errors';
import type { FleetDatabase, Query, Row } from '../database/fleet-database-store.ts';
import { type PackedChange, readManifest, storeChange } from '../states/state-store.ts';
import type { Manifest } from '../values/manifest.ts';
import { deletePlace } from './place-store.ts';
import type { TaskKind } from './task-row.ts';

export interface AddedWorld {
  readonly name: string;
  readonly title: string;
  /** The world's owner; by default, the user of the connection. */
  readonly owner: string | undefined;
  readonly notes: string | undefined;
  readonly hasMemory: boolean;
  readonly bytes: number;
  readonly task: NewTask;
}

export interface NewTask {
  readonly kind: TaskKind;
  readonly priority: number;
  /**
   * The only model that may read the world, unless its reading began with another one; if undefined, any model. Tasks
   * of other kinds have no model.
   */
  readonly model?: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface FoundWorld extends Row {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
}

/**
 * Finds a world by name. Throws `UsageError` if there is no such world, or if several owners have one and `owner` is
 * not given.
 */
export async function requireWorld(query: Query, name: string, owner?: string): Promise<FoundWorld> {
  const rows = await query<FoundWorld>(
    'SELECT id, owner, name FROM fleet.world WHERE name = $1 AND ($2::text IS NULL OR owner = $2) ORDER BY owner',
    [name, owner ?? null],
  );
  const [first, ...others] = rows;
  if (first === undefined) throw refuseUnknown(name, await listNames(query));
  if (others.length > 0) throw refuseSeveral(name, rows);
  return first;
}

const namesShown = 8;

async function listNames(query: Query): Promise<string> {
  const rows = await query<{ name: string }>(
    `SELECT DISTINCT name FROM fleet.world ORDER BY name LIMIT ${namesShown + 1}`,
  );
  const names = rows.map(({ name }) => name);
  return names.length > namesShown ? [...names.slice(0, namesShown), '…'].join(', ') : names.join(', ');
}

function refuseUnknown(name: string, names: string): UsageError {
  return new UsageError({
    code: 'fleet.unknown-world',
    happened: `The fleet has no world "${name}", or you may not see it.`,
    todo: names === '' ? 'Add it with "terrarium fleet add DIR".' : `You may see: ${names}.`,
  });
}

function refuseSeveral(name: string, rows: readonly FoundWorld[]): UsageError {
  return new UsageError({
    code: 'fleet.several-worlds',
    happened: `Several owners have a world "${name}".`,
    todo: `Say whose with --owner: ${rows.map(({ owner }) => owner).join(', ')}.`,
  });
}

export interface NewState {
  /** Computes the change from the present manifest of the world, which is empty for a new world. */
  readonly pack: (before: Manifest) => PackedChange;
}

/** Adds a new world with its first state and first task. Throws `UsageError` if its name is taken. */
export async function addWorld(
  database: FleetDatabase,
  world: AddedWorld,
  state: NewState,
): Promise<PackedChange> {
  return await database.transact(async (query) => {
    const rows = await query<{ id: string; owner: string }>(
      `INSERT INTO fleet.world (owner, name, title, notes, has_memory, bytes)
       VALUES (coalesce($1, current_user), $2, $3, $4, $5, $6) ON CONFLICT (owner, name) DO NOTHING RETURNING id, owner`,
      [world.owner ?? null, world.name, world.title, world.notes ?? null, world.hasMemory, world.bytes],
    );
    const [row] = rows;
    if (row === undefined) throw refuseTaken(world.name);
    const change = state.pack(new Map());
    await storeChange(query, row.id, change);
    await addTask(query, row, world.task);
    return change;
  });
}

/**
 * Replaces the state of a world and adds its task, unless one of this kind is already waiting or resting. Throws if a
 * worker holds the world.
 */
export async function replaceWorld(
  database: FleetDatabase,
  world: AddedWorld,
  state: NewState,
): Promise<PackedChange> {
  return await database.transact(async (query) => {
    const found = await requireWorld(query, world.name, world.owner);
    const held = await query("SELECT 1 FROM fleet.task WHERE world_id = $1 AND state = 'leased'", [found.id]);
    if (held.length > 0) throw refuseHeld(world.name);
    await query(
      `UPDATE fleet.world SET epoch = epoch + 1, title = $2, notes = $3, has_memory = $4, bytes = $5, published_at = now()
       WHERE id = $1`,
      [found.id, world.title, world.notes ?? null, world.hasMemory, world.bytes],
    );
    // The new folder contains its own place of the reader, so the stored place is deleted.
    await deletePlace(query, found.id);
    const change = state.pack(await readManifest(query, found.id));
    await storeChange(query, found.id, change);
    await addTask(query, found, world.task);
    return change;
  });
}

/** Adds a task for a world, unless one of the same kind is already waiting or resting. */
export async function addTask(
  query: Query,
  world: { readonly id: string; readonly owner: string },
  task: NewTask,
): Promise<void> {
  await query(
    `INSERT INTO fleet.task (world_id, owner, kind, priority, model, budget, options)
     SELECT w.id, w.owner, $2, $3, CASE WHEN $2 = 'read' THEN coalesce(w.model, $4) END, w.budget, $5 FROM fleet.world AS w
     WHERE w.id = $1 AND NOT EXISTS (
       SELECT 1 FROM fleet.task AS t WHERE t.world_id = w.id AND t.kind = $2 AND t.state IN ('waiting', 'resting'))`,
    [world.id, task.kind, task.priority, task.model ?? null, JSON.stringify(task.options)],
  );
}

function refuseTaken(name: string): UsageError {
  return new UsageError({
    code: 'fleet.world-known',
    happened: `The fleet has a world "${name}" already.`,
    todo: 'Give this one another name with --name, or replace the other one with --replace.',
  });
}

function refuseHeld(name: string): UsageError {
  return new UsageError({
    code: 'fleet.world-held',
    happened: `A worker is working on the world "${name}".`,
    todo: 'Wait until "terrarium fleet status" shows it as finished or waiting.',
  });
}

/** Puts failed tasks (those that rest or were set aside) back in line at once; returns the names of their worlds. */
export async function retryTasks(query: Query, worldId: string | undefined): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `UPDATE fleet.task AS t SET state = 'waiting', tries = 0, until_at = NULL FROM fleet.world AS w
     WHERE w.id = t.world_id AND t.state IN ('poisoned', 'resting') AND ($1::bigint IS NULL OR t.world_id = $1)
     RETURNING w.name`,
    [worldId ?? null],
  );
  return rows.map(({ name }) => name).sort();
}

export interface PublishedProgress {
  /** How many replies the state contains. Undefined if nothing was read, like the numbers of scenes. */
  readonly position?: number;
  readonly scenesDone?: number;
  readonly scenesAll?: number;
  /** The size of all files together; undefined if it is unknown. */
  readonly bytes: number | undefined;
}

/**
 * Records how many scenes have been read in the published state, and deletes the logged replies that the state
 * contains.
 */
export async function recordPublished(
  query: Query,
  worldId: string,
  { position, scenesDone, scenesAll, bytes }: PublishedProgress,
): Promise<void> {
  await query(
    `WITH forgotten AS (DELETE FROM fleet.reply WHERE world_id = $1 AND position <= $5)
     UPDATE fleet.world SET scenes_done = coalesce($2, scenes_done), scenes_all = coalesce($3, scenes_all),
       bytes = coalesce($4, bytes), publishes = publishes + 1, published_at = now() WHERE id = $1`,
    [worldId, scenesDone ?? null, scenesAll ?? null, bytes ?? null, position ?? null],
  );
}

/** Whether a task of one of these kinds is waiting, resting or being done. */
export async function hasOpenTasks(query: Query, kinds: readonly TaskKind[]): Promise<boolean> {
  const rows = await query(
    "SELECT 1 FROM fleet.task WHERE state IN ('waiting', 'resting', 'leased') AND kind = ANY($1) LIMIT 1",
    [kinds],
  );
  return rows.length > 0;
}

export interface WorldStanding {
  readonly scenesDone: number;
  readonly scenesAll: number;
  /** Whether a worker holds the world at present. */
  readonly isHeld: boolean;
}

/** How many scenes have been read in the published state of a world, and whether a worker holds the world. */
export async function readStanding(query: Query, worldId: string): Promise<WorldStanding> {
  const [row] = await query<{ done: number; all: number; held: boolean }>(
    `SELECT scenes_done AS done, scenes_all AS all,
       EXISTS (SELECT 1 FROM fleet.task AS t WHERE t.world_id = w.id AND t.state = 'leased') AS held
     FROM fleet.world AS w WHERE w.id = $1`,
    [worldId],
  );
  return { scenesDone: row?.done ?? 0, scenesAll: row?.all ?? 0, isHeld: row?.held === true };
}
