// Game world: opens the games of a world.

import { join, resolve } from 'node:path';
import { recordStore, refuseGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Connection } from '@terrarium/kernel/open-database';
import { findOrCreateWorld } from '../host/find-or-create-world.ts';
import type { Host } from '../host/host.ts';
import { buildMigratedNotice } from '../host/migrated-notice.ts';
import { renderCommand } from '../host/render-command.ts';
import type { Configured } from '../settings/read-configured.ts';
import { readForSending, type Use } from '../settings/read-for-sending.ts';

export interface PlayWorld {
  readonly world: World;
  readonly database: string;
  readonly configured: Configured;
}

interface PlayWorldOptions {
  readonly world: string;
  /** Settings given for this one time, by their names. */
  readonly flags: Readonly<Record<string, unknown>>;
  /**
   * Where text will be sent: to a model, an embedder or both. If the world's own settings name the server, the person
   * is asked first.
   */
  readonly uses?: readonly Use[];
}

/** Opens the world, or makes it if it does not exist. */
export async function preparePlayWorld(host: Host, options: PlayWorldOptions): Promise<PlayWorld> {
  return await buildPlayWorld(host, findOrCreateWorld(host, resolve(options.world)), options);
}

/** Throws `UsageError` if the world has no game. */
export async function requirePlayWorld(host: Host, options: PlayWorldOptions): Promise<PlayWorld> {
  const dir = resolve(options.world);
  const world = findWorld(dir);
  if (world !== undefined) refuseGoneStore(world, 'rpg.db');
  if (world !== undefined && isThere(resolveDatabase(dir))) return await buildPlayWorld(host, world, options);
  throw new UsageError({
    code: 'play.no-game',
    happened: `No game has begun in the world ${dir}.`,
    todo: `Begin one: "${renderCommand('play', dir)}" at once, or "${renderCommand('play new', dir)}" step by step.`,
  });
}

async function buildPlayWorld(
  host: Host,
  world: World,
  { flags, uses = [] }: PlayWorldOptions,
): Promise<PlayWorld> {
  host.logsDir = world.logsDir;
  refuseGoneStore(world, 'rpg.db');
  const configured = await readForSending(host, { flags, dir: world.dir, uses });
  return { world, database: resolveDatabase(world.dir), configured };
}

function resolveDatabase(dir: string): string {
  return join(dir, 'rpg.db');
}

/** Gives `work` the database of a world's games, and closes it whatever happens. */
export async function withPlayDatabase<Result>(
  host: Host,
  { world, database, configured }: PlayWorld,
  work: (connection: Connection) => Result | Promise<Result>,
): Promise<Result> {
  const { openRpgDatabase } = await import('@terrarium/rpg/open-rpg-database');
  const { durability } = configured.settings;
  const connection = openRpgDatabase({ path: database, durability, onMigrated: buildMigratedNotice(host) });
  try {
    recordStore(world, 'rpg.db');
    return await work(connection);
  } catch (error) {
    const { explainDamage } = await import('@terrarium/kernel/explain-damage');
    const { verifyRpg } = await import('@terrarium/rpg/verify-rpg');
    throw explainDamage(error, { title: 'the games', path: database }, () => verifyRpg(connection));
  } finally {
    connection.close();
  }
}

/**
 * Gives `work` the database of a world's games, opened with the default settings; undefined if the world has
 * no game.
 */
export async function readFromGames<Result>(
  host: Host,
  world: World,
  work: (connection: Connection) => Result | Promise<Result>,
): Promise<Result | undefined> {
  refuseGoneStore(world, 'rpg.db');
  const path = resolveDatabase(world.dir);
  if (!isThere(path)) return undefined;
  const { openRpgDatabase } = await import('@terrarium/rpg/open-rpg-database');
  const connection = openRpgDatabase({
    path,
    mustExist: true,
    isDamageExpected: true,
    onMigrated: buildMigratedNotice(host),
  });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}
