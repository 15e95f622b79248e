// Memory world: opens the memory of a world, with the settings of that world alone.

import { basename, join, resolve } from 'node:path';
import { recordStore, refuseGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { buildWorld, findWorld } from '@terrarium/annotator/world-file';
import type { Embedder } from '@terrarium/kernel/embedder';
import { renderInstant } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { Memory } from '@terrarium/memory/memory';
import type { ResolvedSettings } from '@terrarium/memory/memory-settings';
import type { Mind } from '@terrarium/memory/minds';
import type { Voices } from '@terrarium/memory/voices';
import { findOrCreateWorld } from '../host/find-or-create-world.ts';
import type { Host } from '../host/host.ts';
import { buildMigratedNotice } from '../host/migrated-notice.ts';
import { renderCommand } from '../host/render-command.ts';
import { openEmbedder } from '../models/open-embedder.ts';
import type { Configured } from '../settings/read-configured.ts';
import { readForSending, type Use } from '../settings/read-for-sending.ts';

type EmbedderSettings = NonNullable<Configured['settings']['memory']['embedder']>;

export interface MemoryPaths {
  readonly database: string;
  readonly ambient: string;
  readonly wakeContext: string;
  readonly wakeContextImage: string;
  readonly images: string;
}

export interface MemoryWorld {
  /** The folder in which the memory lies: the world's own, or a folder within it for another mind. */
  readonly world: World;
  /** The folder of the world itself. */
  readonly home: string;
  readonly mind: Mind;
  readonly paths: MemoryPaths;
  readonly configured: Configured;
  /**
   * The settings, with the voices as this memory sees them: its own on the companion's side, all others on
   * the person's side.
   */
  readonly settings: ResolvedSettings;
}

export interface MemoryWorldOptions {
  readonly world: string;
  /** The voice whose memory is meant; by default the world's own memory. */
  readonly of?: string | undefined;
  /** Settings given for this one time, by their names. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** To which servers text will be sent. If the world's own settings name the server, the person is asked first. */
  readonly uses?: readonly Use[];
}

/** Opens a memory that exists. Throws `UsageError` if there is no world, or no memory in it. */
export async function requireMemoryWorld(host: Host, options: MemoryWorldOptions): Promise<MemoryWorld> {
  const dir = resolve(options.world);
  const world = findWorld(dir);
  if (world !== undefined) refuseGoneStore(world, 'memory.sqlite');
  if (world === undefined) throw refuseBlank(dir);
  if (options.of === undefined && !isThere(buildPaths(dir).database)) throw refuseBlank(dir);
  const memory = await buildMemoryWorld(host, world, options);
  if (!isThere(memory.paths.database)) throw refuseBlank(dir, memory.mind);
  return memory;
}

/** Like `requireMemoryWorld`, but makes world and memory if they do not exist. */
export async function prepareMemoryWorld(host: Host, options: MemoryWorldOptions): Promise<MemoryWorld> {
  const home = findOrCreateWorld(host, resolve(options.world));
  const memory = await buildMemoryWorld(host, home, options);
  if (!memory.mind.isWorlds) openWorldFolder(home.dir).createFolder(memory.world.dir);
  return memory;
}

/** Lists the other minds of this world by their folders, even if its settings no longer name them. */
export function listOtherMinds(home: World): readonly { readonly id: string; readonly world: World }[] {
  const folder = openWorldFolder(home.dir);
  return folder
    .list(join(home.dir, mindsFolder))
    .filter(({ isFolder }) => isFolder)
    .map(({ name }) => ({ id: name, world: buildMindWorld(home, name) }))
    .filter(({ world }) => isThere(buildPaths(world.dir).database));
}

/**
 * Like `requireMemoryWorld`, for a trial: if there is no world or no memory yet, a temporary memory is used,
 * which leaves nothing behind.
 */
export async function prepareTrialMemoryWorld(host: Host, options: MemoryWorldOptions): Promise<MemoryWorld> {
  const dir = resolve(options.world);
  const created_at = renderInstant(host.environment.clock.now());
  const world =
    findWorld(dir) ?? buildWorld(dir, { title: basename(dir), created_at, format: 1, corpora: [] });
  const memory = await buildMemoryWorld(host, world, options);
  if (isThere(memory.paths.database)) return memory;
  return { ...memory, paths: { ...memory.paths, database: madeUp } };
}

/**
 * SQLite's name for a temporary file, which is deleted when it is closed. A trial can be too large for the machine's
 * memory, so it is not held there.
 */
const madeUp = '';

/** Whether this memory is a temporary one for a trial. */
export function isMadeUp({ paths }: MemoryWorld): boolean {
  return paths.database === madeUp;
}

/** Gives `work` the database, and closes it whatever happens. If `work` only reads, `isLook` makes opening cheaper. */
export async function withMemoryDatabase<Result>(
  host: Host,
  memory: MemoryWorld,
  work: (connection: Connection) => Result | Promise<Result>,
  { isLook = false }: { readonly isLook?: boolean } = {},
): Promise<Result> {
  const connection = await openDatabaseOf(host, memory, isLook);
  try {
    return await work(connection);
  } catch (error) {
    throw await explainMemoryFailure(memory.paths, error);
  } finally {
    connection.close();
  }
}

/** Opens the database, which the caller must close. */
export async function openDatabaseOf(
  host: Host,
  { world, paths, configured }: MemoryWorld,
  isLook: boolean,
): Promise<Connection> {
  const { openMemoryDatabase } = await import('@terrarium/memory/open-memory-database');
  const { durability } = configured.settings;
  const onMigrated = buildMigratedNotice(host);
  const connection = openMemoryDatabase({ path: paths.database, durability, onMigrated, isLook });
  try {
    recordMemory(world, paths);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** After an error that is not one of ours, reads the whole memory to find out whether damage explains the error. */
export async function explainMemoryFailure(
  { database: path }: MemoryPaths,
  error: unknown,
): Promise<unknown> {
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

/**
 * Gives `work` the database of a world's memory, opened with the default settings; undefined if there is no memory.
 */
export async function readFromMemory<Result>(
  host: Host,
  world: World,
  work: (connection: Connection) => Result,
  { isLook = false }: { readonly isLook?: boolean } = {},
): Promise<Result | undefined> {
  refuseGoneStore(world, 'memory.sqlite');
  const path = buildPaths(world.dir).database;
  if (!isThere(path)) return undefined;
  const { openMemoryDatabase } = await import('@terrarium/memory/open-memory-database');
  const onMigrated = buildMigratedNotice(host);
  const connection = openMemoryDatabase({
    path,
    mustExist: true,
    isDamageExpected: true,
    onMigrated,
    isLook,
  });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/**
 * How many moments of the memory have vectors, without asking the server. Undefined if no embedder is configured.
 */
export async function countMemory(host: Host, memory: MemoryWorld): Promise<VectorCount | undefined> {
  const { embedder } = memory.configured.settings.memory;
  if (embedder === undefined) return undefined;
  const { count } = await loadCounting(embedder);
  return await withMemoryDatabase(host, memory, count);
}

/** Like `countMemory`, for a world that may have no memory. */
export async function countMoments(
  host: Host,
  world: World,
  { settings }: Configured,
): Promise<VectorCount | undefined> {
  const { embedder } = settings.memory;
  if (embedder === undefined) return undefined;
  const { count } = await loadCounting(embedder);
  return await readFromMemory(host, world, count);
}

async function loadCounting({ model }: EmbedderSettings) {
  const { countVectors } = await import('@terrarium/memory/fill-vectors');
  const { nameServerEmbedder } = await import('@terrarium/kernel/embedder');
  const id = nameServerEmbedder(model);
  return { count: (connection: Connection) => countVectors(connection, { id }) };
}

/**
 * The modules for these settings load a date parser for many languages, so they are imported only when a
 * memory is needed.
 */
async function buildMemoryWorld(
  host: Host,
  home: World,
  { flags = {}, uses = [], of }: MemoryWorldOptions,
): Promise<MemoryWorld> {
  const { resolveSettings } = await import('@terrarium/memory/memory-settings');
  const { listMinds } = await import('@terrarium/memory/minds');
  host.logsDir = home.logsDir;
  const configured = await readForSending(host, { flags, dir: home.dir, uses });
  const settings = resolveSettings(configured.settings.memory, configured.said);
  const [worlds] = listMinds(settings.voices);
  const mind = of === undefined ? worlds : await requireMind(settings.voices, of);
  const world = mind.isWorlds ? home : buildMindWorld(home, mind.id);
  // A folder that is a link is refused: it could lead to any other memory of the person.
  if (!mind.isWorlds) openWorldFolder(home.dir).list(world.dir);
  refuseGoneStore(world, 'memory.sqlite');
  return {
    world,
    home: home.dir,
    mind,
    paths: buildPaths(world.dir),
    configured,
    settings: { ...settings, voices: mind.voices },
  };
}

async function requireMind(voices: Voices, of: string): Promise<Mind> {
  const { findMind, listMinds } = await import('@terrarium/memory/minds');
  const mind = findMind(voices, of);
  if (mind !== undefined) return mind;
  const isThere = [...voices.user, ...voices.companion].some(({ id }) => id === of);
  throw new UsageError({
    code: 'memory.unknown-mind',
    happened: isThere
      ? `${of} has no memory of their own: the companion who hears them remembers what they say.`
      : `There is nobody "${of}" in this world.`,
    todo: `These have a memory of their own: ${listMinds(voices)
      .map(({ id }) => id)
      .join(', ')}. To add somebody, list them in memory.voices of terrarium.yaml, with ownMemory: true.`,
  });
}

const mindsFolder = 'minds';

/** A folder within a world, which is used like the folder of a world. */
function buildMindWorld(home: World, id: string): World {
  const dir = join(home.dir, mindsFolder, id);
  return { ...home, dir, exportsDir: join(dir, 'exports'), logsDir: join(dir, 'logs') };
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

function refuseBlank(dir: string, mind?: Mind): UsageError {
  const more = mind === undefined || mind.isWorlds ? undefined : mind;
  const talk = more === undefined ? [] : [more.side === 'user' ? '--as' : '--with', more.id];
  const whose = more === undefined ? [] : ['--of', more.id];
  return new UsageError({
    code: 'memory.blank',
    happened:
      more === undefined
        ? `The world ${dir} remembers nothing yet.`
        : `${more.name} remembers nothing yet in the world ${dir}.`,
    todo: `To talk, run "${renderCommand('memory chat', dir, talk)}". To import a talk, run "${renderCommand('memory import FILE', dir, whose)}".`,
  });
}

/** Opens the memory itself, which the caller must close. */
export async function openCompanion(
  host: Host,
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
    clock: host.environment.clock,
    embedder,
    onMigrated: buildMigratedNotice(host),
  });
  recordMemory(world, paths);
  return companion;
}

/** Notes in the folder's stores.json that it has a memory; for a temporary memory, notes nothing. */
function recordMemory(world: World, { database }: MemoryPaths): void {
  if (database !== madeUp) recordStore(world, 'memory.sqlite');
}

type Work<Result> = (companion: Memory) => Result | Promise<Result>;

/** Gives `work` the memory of a world, with an embedder to search it by meaning. Closes both whatever happens. */
export async function withCompanion<Result>(
  host: Host,
  memory: MemoryWorld,
  work: Work<Result>,
): Promise<Result> {
  const embedder = await openEmbedder(host, memory.configured);
  try {
    return await runAndClose(memory, await openCompanion(host, memory, embedder), work);
  } finally {
    await embedder?.close();
  }
}

/**
 * Like `withCompanion`, for work that does not search: no embedder is asked, and the person is not told if it
 * is missing.
 */
export async function withPlainCompanion<Result>(
  host: Host,
  memory: MemoryWorld,
  work: Work<Result>,
): Promise<Result> {
  return await runAndClose(memory, await openCompanion(host, memory, undefined), work);
}

async function runAndClose<Result>(
  { paths }: MemoryWorld,
  companion: Memory,
  work: Work<Result>,
): Promise<Result> {
  try {
    return await work(companion);
  } catch (error) {
    throw await explainMemoryFailure(paths, error);
  } finally {
    companion.close();
  }
}
