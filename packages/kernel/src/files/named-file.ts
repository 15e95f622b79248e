// Named files: what a person names on the command line is theirs, wherever its links lead, unless it lies in a world.

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { flushFolder } from './flush-folder.ts';
import { openWorldFolder } from './world-folder.ts';
import { writeChunks } from './write-chunks.ts';

/** What lies at a path that a person named. */
export type NamedFile =
  | { readonly status: 'read'; readonly bytes: Buffer }
  | { readonly status: 'missing' | 'not-a-file' | 'too-large' };

/**
 * The file, links followed, if it is an ordinary one of at most so many bytes. In a folder of a world, which somebody else may
 * have made, no link is followed and `StorageError` thrown. Besides it throws the system's error.
 */
export function readNamedFile(path: string, largestBytes: number): NamedFile {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return { status: 'missing' };
  if (!about.isFile()) return { status: 'not-a-file' };
  if (about.size > largestBytes) return { status: 'too-large' };
  const world = findWorldAround(path);
  if (world !== undefined) {
    const bytes = openWorldFolder(world).read(resolve(path), { largestBytes });
    return bytes === undefined ? { status: 'missing' } : { status: 'read', bytes };
  }
  // A pipe that took the file's place meanwhile answers at once.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const opened = fstatSync(file);
    if (!opened.isFile()) return { status: 'not-a-file' };
    if (opened.size > largestBytes) return { status: 'too-large' };
    return { status: 'read', bytes: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

/** The folder of the outermost world that the path, by its names, lies in. */
function findWorldAround(path: string): string | undefined {
  const found: string[] = [];
  for (let dir = dirname(resolve(path)); ; dir = dirname(dir)) {
    if (statSync(join(dir, 'world.json'), { throwIfNoEntry: false }) !== undefined) found.push(dir);
    if (dirname(dir) === dir) return found.at(-1);
  }
}

/** Replaces the file at `path` whole or not at all, flushed to the disk, and makes its folder. Answers how many bytes it has. */
export function writeNamedFile(path: string, chunks: Iterable<string | Uint8Array>): number {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new UsageError({
      code: 'file.is-folder',
      happened: `${path} is a folder.`,
      todo: 'Name a file to write to.',
    });
  }
  const draftPath = `${path}.writing-${process.pid}`;
  try {
    makeFolder(dirname(path));
    const bytes = writeDraft(draftPath, chunks);
    renameSync(draftPath, path);
    flushFolder(dirname(path));
    return bytes;
  } catch (error) {
    rmSync(draftPath, { force: true });
    throw error;
  }
}

function writeDraft(path: string, chunks: Iterable<string | Uint8Array>): number {
  const file = openSync(path, 'w');
  try {
    const bytes = writeChunks(file, chunks);
    fsyncSync(file);
    return bytes;
  } finally {
    closeSync(file);
  }
}
