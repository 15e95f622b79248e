// Writes a file whole or not at all: under another name, flushed to the disk, then renamed, and its folder flushed.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { makeFolder } from '@terrarium/kernel/make-folder';

const bufferedCharacters = 64 * 1024;

/** Replaces the file at `path` with the chunks, in order. On failure the old file stands and nothing is left behind. */
export function writeFile(path: string, chunks: Iterable<string>): void {
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
    writeChunks(draftPath, chunks);
    renameSync(draftPath, path);
    flushFolder(dirname(path));
  } catch (error) {
    throw explain(error, path, draftPath);
  }
}

/** What a folder lists is written by itself: without it a loss of power may bring the old file back. */
export function flushFolder(path: string): void {
  // Windows opens no folder, and keeps the names of files by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function writeChunks(path: string, chunks: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    let buffered = '';
    for (const chunk of chunks) {
      buffered += chunk;
      if (buffered.length < bufferedCharacters) continue;
      writeAll(file, buffered);
      buffered = '';
    }
    writeAll(file, buffered);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

function explain(error: unknown, path: string, draftPath: string): unknown {
  try {
    rmSync(draftPath, { force: true });
  } catch (cleaning) {
    return buildError(path, cleaning);
  }
  const isSystemError = error instanceof Error && 'syscall' in error;
  return isSystemError ? buildError(path, error) : error;
}

function buildError(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'file.cannot-write',
    happened: `${path} cannot be written.`,
    todo: 'Check its folder, its permissions and the space left on the disk, or choose another place.',
    cause,
  });
}
