// Composes a memory: the folder of its world, its settings and its database.

import { basename, join, resolve } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { recordStore, refuseGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { buildWorld, findWorld } from '@terrarium/annotator/world-file';
import type { Embedder } from '@terrarium/kernel/embedder';
import { renderInstant } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Connection, Migrated } from '@terrarium/kernel/open-database';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import type { Memory } from '@terrarium/memory/memory';
import type { ResolvedSettings } from '@terrarium/memory/resolve-settings';
import { renderCommand } from '../screen/render-command.ts';
import type { Shell } from '../shell/shell.ts';
import type { Configured } from '../trust/read-configured.ts';
import type { Use } from '../trust/read-for-sending.ts';
import { openEmbedder } from './open-embedder.ts';

/** Where a world keeps its memory. */
export interface MemoryPaths {
  readonly database: string;
  readonly ambient: string;
  readonly wakeContext: string;
  readonly wakeContextImage: string;
  readonly images: string;
}

export interface MemoryWorld {
  readonly world: World;
  readonly paths: MemoryPaths;
  readonly configured: Configured;
  readonly settings: ResolvedSettings;
}

export interface MemoryWorldOptions {
  readonly world: string;
  /** What was said on the command line, by the names of the settings. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** What the command sends: then what the world says about where that goes is asked about. */
  readonly uses?: readonly Use[];
}

/** The world of a memory that is there. Throws `UsageError` where there is none, or none in the world. */
export async function requireMemoryWorld(shell: Shell, wish: MemoryWorldOptions): Promise<MemoryWorld> {
  const dir = resolve(wish.world);
  const world = findWorld(dir);
  if (world !== undefined) refuseGoneStore(world, 'memory.sqlite');
  if (world === undefined || !isThere(buildPaths(dir).database)) throw refuseBlank(dir);
  return await buildMemoryWorld(shell, world, wish);
}

/** The same, made where there is none yet. */
export async function prepareMemoryWorld(shell: Shell, wish: MemoryWorldOptions): Promise<MemoryWorld> {
  const dir = resolve(wish.world);
  const world = findWorld(dir) ?? createWorld({ dir, clock: shell.environment.clock });
  return await buildMemoryWorld(shell, world, wish);
}

/** The same for who only tries something: a world or a memory that is not there yet is made up and leaves nothing. */
export async function prepareTrialMemoryWorld(shell: Shell, wish: MemoryWorldOptions): Promise<MemoryWorld> {
  const dir = resolve(wish.world);
  const created_at = renderInstant(shell.environment.clock.now());
  const world =
    findWorld(dir) ?? buildWorld(dir, { title: basename(dir), created_at, format: 1, corpora: [] });
  const memory = await buildMemoryWorld(shell, world, wish);
  if (isThere(memory.paths.database)) return memory;
  return { ...memory, paths: { ...memory.paths, database: madeUp } };
}

const madeUp = ':memory:';

/** Whether this memory was made up to try something, and leaves nothing. */
export function isMadeUp({ paths }: MemoryWorld): boolean {
  return paths.database === madeUp;
}

/** Gives `work` the database, and closes it whatever happens. */
export async function withMemoryDatabase<Result>(
  shell: Shell,
  { world, paths, configured }: MemoryWorld,
  work: (connection: Connection) => Result | Promise<Result>,
): Promise<Result> {
  const { openMemoryDatabase } = await import('@terrarium/memory/open-memory-database');
  const { durability } = configured.settings;
  const onMigrated = buildMigratedNotice(shell);
  const connection = openMemoryDatabase({ path: paths.database, durability, onMigrated });
  try {
    recordMemory(world, paths);
    return await work(connection);
  } catch (error) {
    throw await explainFailure(paths, error);
  } finally {
    connection.close();
  }
}

/** Reads all of the memory where what failed is none of ours to explain: it may be damaged. */
async function explainFailure({ database: path }: MemoryPaths, error: unknown): Promise<unknown> {
  if (path === madeUp) return error;
  const { explainDamage } = await import('@terrarium/kernel/explain-damage');
  const { verifyMemory } = await import('@terrarium/memory/verify-memory');
  const { openMemoryDatabase } = await import('@terrarium/memory/open-memory-database');
  return explainDamage(error, { title: 'the memory', path }, () => {
    const connection = openMemoryDatabase({ path, mustExist: true, isDamageExpected: true });
    try {
      return verifyMemory(connection);
    } finally {
      connection.close();
    }
  });
}

/** Gives `work` the database of a world's memory with the settings as they come; undefined where it has none. */
export async function readFromMemory<Result>(
  shell: Shell,
  world: World,
  work: (connection: Connection) => Result,
): Promise<Result | undefined> {
  refuseGoneStore(world, 'memory.sqlite');
  const path = buildPaths(world.dir).database;
  if (!isThere(path)) return undefined;
  const { openMemoryDatabase } = await import('@terrarium/memory/open-memory-database');
  const onMigrated = buildMigratedNotice(shell);
  const connection = openMemoryDatabase({ path, mustExist: true, isDamageExpected: true, onMigrated });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** A memory of an older version is brought up to date by whoever opens it first, and says so. */
function buildMigratedNotice({ printer }: Shell): (migrated: Migrated) => void {
  return (migrated) => printer.warn(renderMigrated(migrated));
}

/** What reads dates in many languages is loaded only by who wants a memory. */
async function buildMemoryWorld(
  shell: Shell,
  world: World,
  { flags = {}, uses = [] }: MemoryWorldOptions,
): Promise<MemoryWorld> {
  const { resolveSettings } = await import('@terrarium/memory/resolve-settings');
  const { readForSending } = await import('../trust/read-for-sending.ts');
  shell.logsDir = world.logsDir;
  refuseGoneStore(world, 'memory.sqlite');
  const configured = await readForSending(shell, { flags, dir: world.dir, uses });
  return {
    world,
    paths: buildPaths(world.dir),
    configured,
    settings: resolveSettings(configured.settings.memory),
  };
}

function buildPaths(dir: string): MemoryPaths {
  return {
    database: join(dir, 'memory.sqlite'),
    ambient: join(dir, 'ambient.md'),
    wakeContext: join(dir, 'wake-context.md'),
    wakeContextImage: join(dir, 'wake-context-image.md'),
    images: join(dir, 'images'),
  };
}

function refuseBlank(dir: string): UsageError {
  return new UsageError({
    code: 'memory.blank',
    happened: `The world ${dir} remembers nothing yet.`,
    todo: `Talk with "${renderCommand('memory chat', dir)}", or bring a talk: "${renderCommand('memory import FILE', dir)}".`,
  });
}

/** The memory itself, with the settings of its world and of nobody else. */
async function openCompanion(
  shell: Shell,
  memory: MemoryWorld,
  embedder: Embedder | undefined,
): Promise<Memory> {
  const { openMemory } = await import('@terrarium/memory/open-memory');
  const { world, paths, settings } = memory;
  const companion = openMemory({
    database: paths.database,
    wakeContextPath: paths.wakeContext,
    wakeContextImagePath: paths.wakeContextImage,
    ambientPath: paths.ambient,
    imagesDir: paths.images,
    voices: settings.voices,
    profile: settings.decay,
    budgets: settings.budgets,
    timeZone: settings.timeZone,
    untaggedReplies: settings.untaggedReplies,
    languages: settings.languages,
    durability: memory.configured.settings.durability,
    clock: shell.environment.clock,
    embedder,
    onMigrated: buildMigratedNotice(shell),
  });
  recordMemory(world, paths);
  return companion;
}

/** One that was made up leaves nothing, no note either. */
function recordMemory(world: World, { database }: MemoryPaths): void {
  if (database !== madeUp) recordStore(world, 'memory.sqlite');
}

type Work<Result> = (companion: Memory) => Result | Promise<Result>;

/** Gives `work` the memory of a world, with what finds by meaning, and closes both whatever happens. */
export async function withCompanion<Result>(
  shell: Shell,
  memory: MemoryWorld,
  work: Work<Result>,
): Promise<Result> {
  const embedder = await openEmbedder(shell, memory.configured);
  try {
    return await runAndClose(memory, await openCompanion(shell, memory, embedder), work);
  } finally {
    await embedder?.close();
  }
}

/** The same for what searches nothing: no server of embeddings is asked, or missed. */
export async function withPlainCompanion<Result>(
  shell: Shell,
  memory: MemoryWorld,
  work: Work<Result>,
): Promise<Result> {
  return await runAndClose(memory, await openCompanion(shell, memory, undefined), work);
}

async function runAndClose<Result>(
  { paths }: MemoryWorld,
  companion: Memory,
  work: Work<Result>,
): Promise<Result> {
  try {
    return await work(companion);
  } catch (error) {
    throw await explainFailure(paths, error);
  } finally {
    companion.close();
  }
}
