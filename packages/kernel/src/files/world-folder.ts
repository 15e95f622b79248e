// World folder: the only way to the files of a world; it follows no link, and reaches nothing outside the folder.
import { chmodSync, lstatSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Bug } from '../base/errors.ts';
import { type CheckedFolder, type FolderPlace, hasHandles, openCheckedFolder } from './checked-folder.ts';
import {
  appendIn,
  appendTextIn,
  applyMode,
  type CheckedName,
  copyIn,
  createFolderIn,
  createIn,
  flushIn,
  forOthers,
  isAt,
  type ListedName,
  listIn,
  moveIn,
  openIn,
  ownFileMode,
  type ReadBounds,
  readIn,
  removeFolderIn,
  removeIn,
  writeIn,
} from './files-in-folder.ts';
import { refuseForeign, refuseNoFolder } from './refuse-foreign.ts';

export type { ListedName, ReadBounds } from './files-in-folder.ts';

/**
 * Paths are those of the world, such as `join(world.dir, 'ambient.md')`, or names below its folder. A path is refused
 * with `StorageError` if it is a link, lies behind one, has a second name (a hard link) or is not an ordinary file; the
 * check is made on the opened handle. Everything created is readable for the person alone: files 0600, folders 0700.
 * Otherwise the system's errors are thrown.
 */
export interface WorldFolder {
  /** Whether something has this name, even a link that leads nowhere. */
  has(path: string): boolean;
  /** Reads a file; undefined if there is no such file. */
  read(path: string, bounds: ReadBounds): Buffer | undefined;
  readText(path: string, bounds: ReadBounds): string | undefined;
  /** Opens a file for reading, which the caller closes; undefined if there is none. */
  open(path: string): number | undefined;
  /** Replaces the file whole or not at all, flushed to the disk, and makes its folder; returns how many bytes it has. */
  write(path: string, chunks: Iterable<string | Uint8Array>): number;
  /** As `write`, for files that need not survive a loss of power. */
  writeFast(path: string, chunks: Iterable<string | Uint8Array>): number;
  /** Makes an empty file, unless there is one. */
  create(path: string): void;
  /** Flushes to the disk what others wrote into a file. */
  flush(path: string): void;
  /** Opens a file for appending, which the caller closes; makes it and its folder. */
  openToAppend(path: string): number;
  /** Adds to a file, flushed to the disk; makes it and its folder. */
  append(path: string, text: string): void;
  /** Copies a file to a path outside, which must not exist yet; returns whether there was such a file. */
  copyOut(path: string, target: string): boolean;
  /** What a folder holds, sorted by name; nothing if it is not there. */
  list(path: string): readonly ListedName[];
  createFolder(path: string): void;
  /** Removes a file, or a link itself, if there is one. */
  remove(path: string): void;
  /** Removes a folder unless something is in it. */
  removeEmptyFolder(path: string): void;
  /** Gives a file another name in this world; replaces whatever had that name. */
  move(from: string, to: string): void;
  /**
   * Identifies the file of a database, undefined if there is none; the files that SQLite keeps beside it are checked
   * too.
   */
  checkDatabase(path: string, wish: DatabaseOptions): string | undefined;
  /** Takes away everybody else's access to the folder. */
  setPrivate(): void;
}

export interface WorldFolderOptions {
  /** Whether to do without handles of folders, as systems without `/proc` must. */
  readonly isByPath?: boolean;
}

/** The folder itself may be reached by a link, which is the person's own; what lies in it may not. */
export function openWorldFolder(dir: string, options: WorldFolderOptions = {}): WorldFolder {
  const named = resolve(dir);
  const root = { named, root: resolveRealPath(named), isByPath: options.isByPath ?? !hasHandles };
  const runAt = <Result>(path: string, act: (name: CheckedName) => Result) =>
    runInFolder(root, splitName(resolveParts(root, path), path), act);
  const runAtCreated = <Result>(path: string, act: (name: CheckedName) => Result): Result => {
    const { parts } = splitName(resolveParts(root, path), path);
    createBelow(root, parts);
    const done = runAt(path, (name) => ({ result: act(name) }));
    if (done === undefined) throw refuseNoFolder(join(root.root, ...parts));
    return done.result;
  };
  const runInside = <Result>(path: string, act: (folder: CheckedFolder) => Result) =>
    runOnFolder({ ...root, parts: resolveParts(root, path) }, act);
  const read = (path: string, bounds: ReadBounds) => runAt(path, (name) => readIn(name, bounds));
  return {
    has: (path) => runAt(path, isAt) ?? false,
    read,
    readText: (path, bounds) => read(path, bounds)?.toString('utf8'),
    open: (path) => runAt(path, openIn),
    write: (path, chunks) => runAtCreated(path, (name) => writeIn(name, { chunks, isFlushed: true })),
    writeFast: (path, chunks) => runAtCreated(path, (name) => writeIn(name, { chunks, isFlushed: false })),
    create: (path) => runAtCreated(path, createIn),
    flush: (path) => runAt(path, flushIn),
    openToAppend: (path) => runAtCreated(path, appendIn),
    append: (path, text) => runAtCreated(path, (name) => appendTextIn(name, text)),
    copyOut: (path, target) => runAt(path, (name) => copyIn(name, target)) ?? false,
    list: (path) => runInside(path, listIn) ?? [],
    createFolder: (path) => createBelow(root, resolveParts(root, path)),
    remove: (path) => runAt(path, removeIn),
    removeEmptyFolder: (path) => runAt(path, removeFolderIn),
    move: (from, to) => runAt(from, (one) => runAt(to, (other) => moveIn(one, other))),
    checkDatabase: (path, wish) => runAt(path, (name) => checkDatabaseIn(name, wish)),
    setPrivate: () => runInside('.', (folder) => folder.setPrivate()),
  };
}

/** Whether a path is that of something in the folder, by its names. */
export function isWithin(dir: string, path: string): boolean {
  const below = relative(resolve(dir), resolve(path));
  return below !== '' && isBelow(below);
}

interface Root {
  /** The folder's path as it was given. */
  readonly named: string;
  readonly root: string;
  readonly isByPath: boolean;
}

/** A folder that is not there yet, or cannot be examined, keeps the path as given; opening it brings the error. */
function resolveRealPath(named: string): string {
  try {
    return realpathSync(named);
  } catch {
    return named;
  }
}

/** The names that lead from the world's folder to the path. */
function resolveParts({ named, root }: Root, path: string): readonly string[] {
  const below = [named, root].map((base) => relative(base, resolve(named, path))).find(isBelow);
  if (below === undefined) throw new Bug(`${path} is not in the world ${named}.`);
  return below === '' ? [] : below.split(sep);
}

function isBelow(path: string): boolean {
  return path !== '..' && !path.startsWith(`..${sep}`) && resolve(path) !== path;
}

interface Place {
  readonly parts: readonly string[];
  readonly name: string;
}

function splitName(names: readonly string[], path: string): Place {
  const name = names.at(-1);
  if (name === undefined) throw new Bug(`${path} is the folder of the world itself, not a file in it.`);
  return { parts: names.slice(0, -1), name };
}

function runInFolder<Result>(root: Root, { parts, name }: Place, act: (name: CheckedName) => Result) {
  const path = join(root.named, ...parts, name);
  return runOnFolder({ ...root, parts }, (folder) => act({ folder, name, path }));
}

function runOnFolder<Result>(place: FolderPlace, act: (folder: CheckedFolder) => Result): Result | undefined {
  const folder = openCheckedFolder(place);
  if (folder === undefined) return undefined;
  try {
    return act(folder);
  } finally {
    folder.close();
  }
}

function createBelow(root: Root, parts: readonly string[]): void {
  for (const [at, name] of parts.entries()) {
    runInFolder(root, { parts: parts.slice(0, at), name }, createFolderIn);
  }
}

/** The file, and what SQLite opens or makes by itself beside it. */
const endings = ['', '-wal', '-shm', '-journal'];

interface DatabaseOptions {
  /** Whether to make the file if there is none: SQLite gives the files beside it the same mode. */
  readonly isMade: boolean;
  /** Whether to take away others' access to the files that are there. */
  readonly isWritten: boolean;
}

/**
 * Identifies the file; undefined if there is none. Throws `StorageError` if one of the files is not a file of
 * this folder alone. No existing file is opened: closing it would release whatever locks this process has on it.
 */
function checkDatabaseIn(name: CheckedName, { isMade, isWritten }: DatabaseOptions): string | undefined {
  if (isMade && findOwn(name) === undefined) createIn(name);
  const [main] = endings.map((ending) => {
    const about = findOwn({ ...name, name: name.name + ending, path: name.path + ending });
    if (about !== undefined && isWritten && (about.mode & forOthers) !== 0) {
      applyMode(() => chmodSync(name.folder.resolve(name.name + ending), ownFileMode));
    }
    return about;
  });
  return main === undefined ? undefined : `${main.dev}:${main.ino}`;
}

function findOwn({ folder, name, path }: CheckedName) {
  const about = lstatSync(folder.resolve(name), { throwIfNoEntry: false });
  if (about !== undefined) refuseForeign(path, about);
  return about;
}
