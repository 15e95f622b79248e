// Named files: files that a person names on the command line; their links are followed, unless the file lies in a world.
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createFolder } from '../base/create-folder.ts';
import { UsageError } from '../base/errors.ts';
import { applyMode, ownFileMode } from './files-in-folder.ts';
import { findWorldAround } from './is-there.ts';
import { openWorldFolder } from './world-folder.ts';
import { flushFolder, writeChunks } from './write-chunks.ts';

export type NamedFile =
  | { readonly status: 'read'; readonly bytes: Buffer }
  | { readonly status: 'missing' | 'not-a-file' | 'too-large' };

export interface OpenNamedFile {
  /** The size in bytes when the file was opened. */
  readonly size: number;
  /** Reads at most `length` bytes from `start`; fewer at the end of the file, none after it. */
  read(start: number, length: number): Buffer;
  close(): void;
}

/** The kind of thing at a path. Follows links, and opens nothing. */
export function detectKind(path: string): 'missing' | 'file' | 'folder' | 'other' {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return 'missing';
  if (about.isFile()) return 'file';
  return about.isDirectory() ? 'folder' : 'other';
}

/**
 * Reads the file if it is an ordinary file of at most `largestBytes` bytes. Follows links; but a link in the folder of
 * a world, which somebody else may have made, is refused with `StorageError`. If reading fails for another reason,
 * throws the system's error.
 */
export function readNamedFile(path: string, largestBytes: number): NamedFile {
  const kind = detectKind(path);
  if (kind !== 'file') return { status: kind === 'missing' ? kind : 'not-a-file' };
  const file = openNamedFile(path);
  try {
    if (file.size > largestBytes) return { status: 'too-large' };
    return { status: 'read', bytes: file.read(0, file.size) };
  } finally {
    file.close();
  }
}

/**
 * Opens the file to be read in parts, with the same rules for links. Throws `UsageError` if it is not an ordinary
 * file, in a world also `StorageError`, or the system's error.
 */
export function openNamedFile(path: string): OpenNamedFile {
  const file = openFile(path);
  const { size } = fstatSync(file);
  return {
    size,
    read: (start, length) => readPart(file, start, length),
    close: () => closeSync(file),
  };
}

function openFile(path: string): number {
  const world = findWorldAround(path);
  if (world !== undefined) {
    const found = openWorldFolder(world).open(resolve(path));
    if (found === undefined) throw refuseNamed(path);
    return found;
  }
  // With `O_NONBLOCK`, opening does not wait if a pipe has replaced the file in the meantime.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw refuseNamed(path);
}

function refuseNamed(path: string): UsageError {
  return new UsageError({
    code: 'file.missing',
    happened: `There is no file ${path}.`,
    todo: 'Check the path.',
  });
}

function readPart(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const step = readSync(file, bytes, read, length - read, start + read);
    if (step === 0) break;
    read += step;
  }
  return bytes.subarray(0, read);
}

/**
 * The real path of a named file: the person's links are followed. On a path into a world, links are followed only as
 * far as the world's own folder.
 */
export function resolveNamedFile(path: string): string {
  const world = findWorldAround(path);
  if (world === undefined) return realpathSync(resolve(path));
  return join(realpathSync(world), relative(world, resolve(path)));
}

export interface FileAccess {
  /** Whether only the owner of the file can read it; always so for files of a world. */
  readonly isPrivate?: boolean;
}

/**
 * Replaces the whole file at `path` or nothing, flushes it to the disk, and makes its folder if it is missing. Returns
 * how many bytes it has. If `path` is a link, the file to which it leads is replaced; in a folder of a world, no link
 * is followed.
 */
export function writeNamedFile(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  access: FileAccess = {},
): number {
  refuseOtherKind(path);
  const world = findWorldAround(path);
  if (world !== undefined) return openWorldFolder(world).write(resolve(path), chunks);
  const target = followLink(path);
  if (target !== path) return writeNamedFile(target, chunks, access);
  const draftPath = `${path}.writing-${process.pid}`;
  try {
    createFolder(dirname(path));
    const bytes = writeDraft(draftPath, chunks, access);
    renameSync(draftPath, path);
    flushFolder(dirname(path));
    return bytes;
  } catch (error) {
    rmSync(draftPath, { force: true });
    throw error;
  }
}

/**
 * Throws `UsageError` if something is there that is not a file: renaming would put a file in the place of a device or
 * a pipe.
 */
function refuseOtherKind(path: string): void {
  const kind = detectKind(path);
  if (kind === 'missing' || kind === 'file') return;
  throw new UsageError({
    code: kind === 'folder' ? 'file.is-folder' : 'file.not-ordinary',
    happened: `${path} is ${kind === 'folder' ? 'a folder' : 'a device, a pipe or a socket'}.`,
    todo: 'Name a file to write to.',
  });
}

/**
 * The path to which a link leads, so that writing replaces the file there, and not the link. A link in a world is not
 * followed, and is refused when something is written.
 */
export function followLink(path: string): string {
  if (findWorldAround(path) !== undefined) return path;
  if (detectKind(dirname(path)) !== 'folder') return path;
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  return existsSync(path) ? realpathSync(path) : resolve(realpathSync(dirname(path)), readlinkSync(path));
}

function writeDraft(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { isPrivate = false }: FileAccess,
): number {
  const file = openSync(path, 'w', isPrivate ? ownFileMode : undefined);
  try {
    if (isPrivate) applyMode(() => fchmodSync(file, ownFileMode));
    const bytes = writeChunks(file, chunks);
    fsyncSync(file);
    return bytes;
  } finally {
    closeSync(file);
  }
}
