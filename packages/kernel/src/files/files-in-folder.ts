// Files in a checked folder: reads, writes, lists and removes them without following a link.

import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import type { CheckedFolder } from './checked-folder.ts';
import { refuseForeign, refuseLarge, refuseLink, refuseNoFolder } from './refuse-foreign.ts';
import { writeAll, writeChunks } from './write-chunks.ts';

export interface CheckedName {
  readonly folder: CheckedFolder;
  readonly name: string;
  /** The path that is shown in messages. */
  readonly path: string;
}

export interface ReadBounds {
  readonly largestBytes: number;
  /** Makes the error for a file that is too large; by default a `StorageError`. */
  readonly refuseLarger?: () => Error;
}

export interface ListedName {
  readonly name: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

export const ownFileMode = 0o600;
const ownFolderMode = 0o700;
export const forOthers = 0o077;
/** Flags for opening without following a link, and without waiting for a pipe or a device. */
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK;
const exclusive = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | careful;

export function isAt({ folder, name }: CheckedName): boolean {
  return lstatSync(folder.resolve(name), { throwIfNoEntry: false }) !== undefined;
}

/** Opens only ordinary files, because opening a device may itself have an effect. */
export function openIn(name: CheckedName): number | undefined {
  if (!isOwnFile(name)) return undefined;
  return openChecked(name, constants.O_RDONLY);
}

export function readIn(name: CheckedName, bounds: ReadBounds): Buffer | undefined {
  const file = openIn(name);
  if (file === undefined) return undefined;
  try {
    return readBounded(file, name.path, bounds);
  } finally {
    closeSync(file);
  }
}

interface Writing {
  readonly chunks: Iterable<string | Uint8Array>;
  readonly isFlushed: boolean;
}

export function writeIn(name: CheckedName, { chunks, isFlushed }: Writing): number {
  isOwnFile(name);
  const { folder } = name;
  const draft = { ...name, name: `${name.name}.writing-${process.pid}` };
  removeIn(draft);
  try {
    const file = createFileIn(draft);
    let bytes = 0;
    try {
      bytes = writeChunks(file, chunks);
      if (isFlushed) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(folder.resolve(draft.name), folder.resolve(name.name));
    if (isFlushed) folder.flush();
    return bytes;
  } catch (error) {
    removeIn(draft);
    throw error;
  }
}

/** Leaves an existing file as it is, even if another process makes it at the same moment. */
export function createIn(name: CheckedName): void {
  if (isOwnFile(name)) return;
  runUnlessThere(() => closeSync(createFileIn(name)));
  isOwnFile(name);
}

export function appendIn(name: CheckedName): number {
  createIn(name);
  const file = openChecked(name, constants.O_WRONLY | constants.O_APPEND);
  if ((fstatSync(file).mode & forOthers) !== 0) setFilePrivate(file);
  return file;
}

export function appendTextIn(name: CheckedName, text: string): void {
  const file = appendIn(name);
  try {
    writeChunks(file, [text]);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes to the disk what others, such as SQLite, wrote into the file. */
export function flushIn(name: CheckedName): void {
  if (!isOwnFile(name)) return;
  const file = openChecked(name, constants.O_RDWR);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export function copyIn(name: CheckedName, target: string): boolean {
  const file = openIn(name);
  if (file === undefined) return false;
  const copy = openSync(target, exclusive, ownFileMode);
  const block = Buffer.allocUnsafe(1 << 20);
  try {
    for (let bytes = readSync(file, block); bytes > 0; bytes = readSync(file, block)) {
      writeAll(copy, block.subarray(0, bytes));
    }
    return true;
  } finally {
    closeSync(file);
    closeSync(copy);
  }
}

export function listIn(folder: CheckedFolder): readonly ListedName[] {
  return readdirSync(folder.resolve('.'), { withFileTypes: true })
    .map((entry) => ({ name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function createFolderIn({ folder, name, path }: CheckedName): void {
  const at = folder.resolve(name);
  runUnlessThere(() => {
    mkdirSync(at, { mode: ownFolderMode });
    // Restores the permissions that the process's umask took away.
    applyMode(() => chmodSync(at, ownFolderMode));
  });
  const about = lstatSync(at);
  if (about.isSymbolicLink()) throw refuseLink(path);
  if (!about.isDirectory()) throw refuseNoFolder(path);
}

function runUnlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

export function removeIn({ folder, name }: CheckedName): void {
  rmSync(folder.resolve(name), { force: true });
}

export function removeFolderIn({ folder, name }: CheckedName): void {
  try {
    rmdirSync(folder.resolve(name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['ENOTEMPTY', 'ENOENT', 'EEXIST', 'ENOTDIR'].includes(code)) throw error;
  }
}

export function moveIn(from: CheckedName, to: CheckedName): void {
  isOwnFile(from);
  isOwnFile(to);
  renameSync(from.folder.resolve(from.name), to.folder.resolve(to.name));
  to.folder.flush();
}

/** Whether there is a file with this name. Throws if the name belongs to something else. */
function isOwnFile({ folder, name, path }: CheckedName): boolean {
  const about = lstatSync(folder.resolve(name), { throwIfNoEntry: false });
  if (about === undefined) return false;
  refuseForeign(path, about);
  return true;
}

function openChecked({ folder, name, path }: CheckedName, flags: number): number {
  const file = openSync(folder.resolve(name), flags | careful);
  try {
    refuseForeign(path, fstatSync(file));
    folder.verify(name, file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Creates a file that only the person can read. Nothing may have this name yet. */
function createFileIn({ folder, name }: CheckedName): number {
  const file = openSync(folder.resolve(name), exclusive, ownFileMode);
  setFilePrivate(file);
  return file;
}

function setFilePrivate(file: number): void {
  applyMode(() => fchmodSync(file, ownFileMode));
}

/** Ignores a failure to set the mode: the file may belong to another user, or the disk may have no modes. */
export function applyMode(change: () => void): void {
  try {
    change();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(code)) throw error;
  }
}

/** Never reads more than the limit, even if the file grows in the meantime. */
function readBounded(file: number, path: string, { largestBytes, refuseLarger }: ReadBounds): Buffer {
  const { size } = fstatSync(file);
  if (size > largestBytes) throw refuseLarger?.() ?? refuseLarge(path, largestBytes);
  const content = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const bytes = readSync(file, content, length, size - length, length);
    if (bytes === 0) break;
    length += bytes;
  }
  return content.subarray(0, length);
}
