// Writes chunks into an open file, many small ones with one call.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { isFolderFlushed, ownPlatform } from '../base/platform.ts';

const bufferedCharacters = 64 * 1024;

/** Writes all chunks in order; returns how many bytes they have in all. */
export function writeChunks(file: number, chunks: Iterable<string | Uint8Array>): number {
  let buffered = '';
  let bytes = 0;
  const flush = () => {
    bytes += writeAll(file, Buffer.from(buffered, 'utf8'));
    buffered = '';
  };
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      buffered += chunk;
      if (buffered.length >= bufferedCharacters) flush();
    } else {
      flush();
      bytes += writeAll(file, chunk);
    }
  }
  flush();
  return bytes;
}

export function writeAll(file: number, bytes: Uint8Array): number {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
  return written;
}

/**
 * Flushes the folder's list of names, which the disk stores separately from the file. Otherwise, the old file may be
 * back after a power failure.
 */
export function flushFolder(path: string): void {
  if (!isFolderFlushed(ownPlatform)) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
