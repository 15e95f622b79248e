// Opens or creates a world, and opens the corpora it lists.

import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createFolder } from '@terrarium/kernel/create-folder';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { Corpus } from '../corpus/corpus.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { type CorpusRecord, isStrangeLink, type World } from './world.ts';
import { buildWorld, findWorld, writeWorld } from './world-file.ts';

/** Opens the world in the folder. Throws `UsageError` if there is none, and `StorageError` if it cannot be read. */
export function openWorld(dir: string): World {
  const world = findWorld(resolve(dir));
  if (world !== undefined) return world;
  throw new UsageError({
    code: 'world.missing',
    happened: `There is no world in ${resolve(dir)}.`,
    todo: 'Make one with "terrarium import FILE", or name another folder with --world.',
  });
}

export interface NewWorld {
  readonly dir: string;
  /** The title of the world; by default, the folder's name. */
  readonly title?: string | undefined;
  readonly clock: Clock;
}

/** Makes an empty world. Throws `UsageError` if the folder already contains a world, or is a file. */
export function createWorld(options: NewWorld): World {
  const world = prepareWorld(options);
  writeWorld(world);
  return world;
}

/** Makes the folders of a world, which become a world only when `world.json` is written. */
export function prepareWorld(options: NewWorld): World {
  const dir = resolve(options.dir);
  refuseTaken(dir);
  const world = buildWorld(dir, {
    title: options.title?.trim() || basename(dir),
    created_at: renderInstant(options.clock.now()),
    format: 1,
    corpora: [],
  });
  guardCreation(dir, () => createFolder(dir));
  const folder = openWorldFolder(dir);
  for (const path of [join(dir, 'corpora'), world.exportsDir, world.logsDir])
    guardCreation(path, () => folder.createFolder(path));
  return world;
}

/**
 * Opens a corpus by name; without a name, the only corpus. Throws `UsageError` if the name is unknown, or if no name is
 * given and there is not exactly one corpus, and `StorageError` if its file is missing, or is a link that nobody has
 * allowed.
 */
export function openWorldCorpus(world: World, name?: string): Corpus {
  const record = chooseCorpus(world, name);
  const isNamed = record.kind === 'linked';
  if (isStrangeLink(world, record)) throw refuseLink(world, record);
  if (!isThere(record.path)) throw refuseVanished(record);
  return openCorpus({ name: record.name, path: record.path, isNamed, speakers: record.speakers });
}

/**
 * Chooses the record of a corpus by name; without a name, the only one. Throws the same `UsageError` as
 * `openWorldCorpus`.
 */
export function chooseCorpus(world: World, name?: string): CorpusRecord {
  const [only, ...others] = world.corpora;
  const names = world.corpora.map((corpus) => corpus.name).join(', ');
  if (only === undefined) {
    throw new UsageError({
      code: 'world.no-corpus',
      happened: `The world in ${world.dir} has no corpus yet.`,
      todo: 'Import one with "terrarium import FILE".',
    });
  }
  if (name === undefined && others.length === 0) return only;
  const found = world.corpora.find((corpus) => corpus.name === name);
  if (found !== undefined) return found;
  throw new UsageError({
    code: 'world.unknown-corpus',
    happened: name === undefined ? 'The world has several corpora.' : `The world has no corpus "${name}".`,
    todo: `Choose one with --corpus: ${names}.`,
  });
}

function refuseLink({ dir }: World, { name, path }: CorpusRecord): StorageError {
  return new StorageError({
    code: 'world.link-not-yours',
    happened: `The corpus "${name}" of ${dir} is the file ${path} outside the world, and you have not allowed this world to read it on this machine.`,
    todo: 'To allow it, add --trust-world to a command such as "terrarium read", or import that file into the world again (with --copy it becomes part of the world). If someone else made the world, do neither.',
  });
}

function refuseVanished(record: CorpusRecord): StorageError {
  const isLinked = record.kind === 'linked';
  return new StorageError({
    code: 'world.corpus-vanished',
    happened: `The corpus "${record.name}" ${isLinked ? 'was linked from' : 'should be at'} ${record.path}, and is not there.`,
    todo: isLinked
      ? 'Put the file back, or import it again with --copy.'
      : `Restore it from a backup, or import ${record.source} into another world.`,
  });
}

function refuseTaken(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError({
      code: 'world.not-a-folder',
      happened: `${dir} is a file, not a folder.`,
      todo: 'Name another folder with --world.',
    });
  }
  if (findWorld(dir) === undefined) return;
  throw new UsageError({
    code: 'world.exists',
    happened: `There is a world in ${dir} already.`,
    todo: 'Use it as it is, or name another folder with --world.',
  });
}

function guardCreation(path: string, make: () => void): void {
  try {
    make();
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    throw new StorageError({
      code: 'world.cannot-create',
      happened: `The folder ${path} cannot be made.`,
      todo: 'Check the permissions of the folder above it, or name another with --world.',
      cause: error,
    });
  }
}
