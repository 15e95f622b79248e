// Opens the shelf: finds this server's worlds by their keys, so that no other folder can be reached.

import { basename, join, resolve } from 'node:path';
import { findRunningProcess } from '@terrarium/annotator/open-run-lock';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { isThere } from '@terrarium/kernel/is-there';
import { readFileStamp } from '@terrarium/kernel/read-file-stamp';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { hasSession } from '@terrarium/rpg/has-session';

export interface Shelf {
  list(): readonly ShelvedWorld[];
  /** Shows another world from now on. Throws `UsageError` if the folder is not a world. */
  add(dir: string): ShelvedWorld;
  /** The folders that were added since the server started. */
  listAdded(): readonly string[];
  /** Throws `UsageError` for a name that is not on the shelf, or a world that no longer exists. */
  require(key: string): RequiredWorld;
}

/** The key of a world has letters, digits and hyphens, and is unique on the shelf. */
export type ShelvedWorld = RouteAnswer<'GET /api/worlds'>[number];

export interface RequiredWorld {
  readonly shelved: ShelvedWorld;
  readonly key: string;
  readonly dir: string;
  readonly title: string;
  readonly world: World;
  /** Who remembers, as in `low-veyre~robin`; undefined for the companion of the world. */
  readonly of: string | undefined;
  /** The world and who remembers in it. */
  readonly seat: string;
}

/** Throws `UsageError` if one of the folders is not a world. */
export function openShelf(dirs: readonly string[]): Shelf {
  const keys = new Map<string, string>();
  const added: string[] = [];
  const add = (dir: string): ShelvedWorld => {
    const { title } = requireWorld(dir);
    const known = [...keys].find(([, one]) => one === dir)?.[0];
    const key = known ?? nameKey(basename(dir), keys);
    keys.set(key, dir);
    return { key, dir, title };
  };
  for (const dir of dirs) add(resolve(dir));
  return {
    add(dir) {
      const shelved = add(resolve(dir));
      added.push(shelved.dir);
      return shelved;
    },
    listAdded: () => [...added],
    list: () =>
      [...keys].flatMap(([key, dir]) => {
        const world = findWorld(dir);
        return world === undefined ? [] : [{ key, dir, title: world.title, holds: describeHeld(world) }];
      }),
    require(said) {
      const [key = '', of] = said.split('~', 2);
      const dir = keys.get(key);
      if (dir === undefined) throw refuseUnknown(said, [...keys.keys()]);
      const world = requireWorld(dir);
      return buildRequired({ key, dir, title: world.title }, world, of);
    },
  };
}

/** Says what is in a world while opening as little as possible, since every page asks for the list of worlds. */
function describeHeld(world: World): ShelvedWorld['holds'] {
  const { dir, corpora } = world;
  return {
    stories: corpora.length,
    hasGames: hasGames(join(dir, 'rpg.db')),
    hasTalks: isThere(join(dir, 'memory.sqlite')),
    isReading: findRunningProcess(world) !== undefined,
  };
}

/** Whether a game was begun, for each database of games, with the stamp of its content then. */
const seen = new Map<string, { readonly content: string; readonly isBegun: boolean }>();

/**
 * Looks for a begun game in the database, which may have none: the page of a new game makes it before any game begins.
 */
function hasGames(database: string): boolean {
  const stamp = readFileStamp(database);
  if (stamp === undefined) return false;
  const before = seen.get(database);
  if (before !== undefined && before.content === stamp.content) return before.isBegun;
  try {
    const isBegun = hasSession(database);
    if (stamp.content !== undefined) seen.set(database, { content: stamp.content, isBegun });
    return isBegun;
  } catch (error) {
    // The pages of the games say what is wrong.
    if (error instanceof StorageError) return true;
    throw error;
  }
}

export function buildRequired(shelved: ShelvedWorld, world: World, of: string | undefined): RequiredWorld {
  const { key, title } = shelved;
  const { dir } = world;
  return { shelved, key, dir, title, world, of, seat: of === undefined ? dir : `${dir}~${of}` };
}

/** Throws `UsageError` if there is no world. */
export function requireWorld(dir: string): World {
  const world = findWorld(dir);
  if (world !== undefined) return world;
  throw new UsageError({
    code: 'server.no-world',
    happened: `There is no world in ${showName(dir)}.`,
    todo: 'Make one: "terrarium import FILE --world DIR" for a story, "terrarium play --world DIR" for a game.',
  });
}

export function refuseUnknown(key: string, known: readonly string[]): UsageError {
  return new UsageError({
    code: 'server.unknown-world',
    happened: `This server shows no world "${showName(key)}".`,
    todo: `The server shows: ${known.join(', ')}. To see another world, start the server with its folder.`,
  });
}

/** First parts of addresses that do not name a world. */
const ownAddresses: ReadonlySet<string> = new Set(['api', 'assets', 'enter']);

/** A name for use in addresses, different from all in `taken`. */
export function nameKey(name: string, taken: { has(key: string): boolean }): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '-')
      .replace(/^-|-$/gu, '') || 'world';
  let key = plain;
  for (let number = 2; taken.has(key) || ownAddresses.has(key); number += 1) key = `${plain}-${number}`;
  return key;
}
