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
 * Paths may be absolute, such as `join(world.dir, 'ambient.md')`, or names below the world's folder. A path is refused
 * with `StorageError` if it is a link, leads through a link, has a second name (a hard link), or is not an ordinary
 * file. The handle that was opened is checked. Only the person can read what is created: files have mode 0600, folders
 * 0700. After any other failure, the system's error is thrown.
 */
export interface WorldFolder {
  /** Whether something has this name, including a link that leads nowhere. */
  has(path: string): boolean;
  /** Reads a file; undefined if there is no such file. */
  read(path: string, bounds: ReadBounds): Buffer | undefined;
  readText(path: string, bounds: ReadBounds): string | undefined;
  /** Opens a file for reading; undefined if there is no such file. The caller closes the file. */
  open(path: string): number | undefined;
  /**
   * Replaces the whole file or nothing, flushes it to the disk, and makes its folder. Returns how many bytes the file
   * has.
   */
  write(path: string, chunks: Iterable<string | Uint8Array>): number;
  /** Like `write`, but for files that need not survive a power failure. */
  writeFast(path: string, chunks: Iterable<string | Uint8Array>): number;
  /** Makes an empty file, unless the file exists. */
  create(path: string): void;
  /** Flushes a file to the disk that was not written through this interface, such as a database. */
  flush(path: string): void;
  /** Opens a file for appending; makes the file and its folder if they are missing. The caller closes the file. */
  openToAppend(path: string): number;
  /** Appends text to a file and flushes it to the disk; makes the file and its folder if they are missing. */
  append(path: string, text: string): void;
  /** Copies a file to a path outside of the world, which must not exist yet; returns whether the file existed. */
  copyOut(path: string, target: string): boolean;
  /** Lists the contents of a folder, sorted by name; empty if there is no such folder. */
  list(path: string): readonly ListedName[];
  createFolder(path: string): void;
  /** Removes a file, or a link itself (not its target), if there is one. */
  remove(path: string): void;
  removeEmptyFolder(path: string): void;
  /** Gives a file another name in this world; replaces any file that had this name. */
  move(from: string, to: string): void;
  /**
   * Returns what identifies the file of a database; undefined if there is none. Also checks the files that SQLite
   * keeps beside it.
   */
  checkDatabase(path: string, wish: DatabaseOptions): string | undefined;
  /**
   * Takes access away from everybody else if the folder is the person's own, but not from their home folder or one in
   * which several people write. Does nothing on a system without handles of folders.
   */
  setPrivate(): void;
}

export interface WorldFolderOptions {
  /** Whether to work without handles of folders, as on systems without `/proc`. */
  readonly isByPath?: boolean;
}

/** The path to the folder may contain links, because these are the person's own. Paths below the folder may not. */
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

/** Whether a path is below the folder, judged only by the names. */
export function isWithin(dir: string, path: string): boolean {
  const below = relative(resolve(dir), resolve(path));
  return below !== '' && isBelow(below);
}

interface Root {
  readonly named: string;
  readonly root: string;
  readonly isByPath: boolean;
}

/** If the folder does not exist or cannot be examined, returns the path unchanged: opening it will throw the error. */
function resolveRealPath(named: string): string {
  try {
    return realpathSync(named);
  } catch {
    return named;
  }
}

/** The names of the folders, and of the file, from the world's folder to the path. */
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

/** Endings of the file itself (none) and of the files that SQLite opens or makes beside it. */
const endings = ['', '-wal', '-shm', '-journal'];

interface DatabaseOptions {
  /** Whether to make the file if it is missing: SQLite gives its mode to the files beside it. */
  readonly isMade: boolean;
  /** Whether to take access to existing files away from others. */
  readonly isWritten: boolean;
}

/**
 * Returns what identifies the file; undefined if there is none. Throws `StorageError` if one of the files is a link,
 * has a second name, or is not an ordinary file. Does not open an existing file: closing it would release all locks
 * that this process has on it.
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
