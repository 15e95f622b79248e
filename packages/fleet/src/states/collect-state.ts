// Collects the state of a world's folder: every file that is sent, cut into pieces.

import { join } from 'node:path';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';
import type { Manifest, ManifestFile } from '../values/manifest.ts';
import { splitIntoPieces } from '../values/piece.ts';
import { openDatabaseSource } from './copy-database-store.ts';

export interface WorldState {
  readonly manifest: Manifest;
  /** The pieces, by their hashes. */
  readonly pieces: ReadonlyMap<string, Uint8Array>;
  /** The size of all files together. */
  readonly bytes: number;
}

/** A larger file is refused; databases have no such limit. */
const largestBytes = 2_000_000_000;
/**
 * Matches files that are left out: what SQLite keeps beside a database, locks with the process numbers beside them,
 * and files that are being written.
 */
const passedOver = /(?:-wal|-shm|-journal|\.lock\.db(?:\.pid)?|\.writing(?:-\d+)?)$/u;
/** Folders that are left out, because they are only for this machine. */
const passedFolders: ReadonlySet<string> = new Set(['logs']);
const database = /\.(?:db|sqlite)$/u;

/** Reads every file of the world, except those that are left out (`passedOver`, `passedFolders`). */
export function collectState(dir: string): WorldState {
  const folder = openWorldFolder(dir);
  return buildState([...listNames(folder, '')].map((name) => [name, readFile(folder, dir, name)] as const));
}

/** Reads only the named files; a missing file is left out. */
export function collectFiles(dir: string, names: readonly string[]): WorldState {
  const folder = openWorldFolder(dir);
  const there = names.filter((name) => folder.has(name));
  return buildState(there.map((name) => [name, readFile(folder, dir, name)] as const));
}

function buildState(files: Iterable<readonly [name: string, bytes: Uint8Array]>): WorldState {
  const manifest = new Map<string, ManifestFile>();
  const pieces = new Map<string, Uint8Array>();
  let total = 0;
  for (const [name, bytes] of files) {
    const parts = splitIntoPieces(bytes);
    for (const part of parts) pieces.set(part.hash, part.bytes);
    manifest.set(name, { size: bytes.length, hashes: parts.map(({ hash }) => hash) });
    total += bytes.length;
  }
  return { manifest, pieces, bytes: total };
}

function* listNames(folder: WorldFolder, below: string): Generator<string> {
  for (const { name, isFile, isFolder } of folder.list(below === '' ? '.' : below)) {
    const path = below === '' ? name : `${below}/${name}`;
    if (isFolder && !passedFolders.has(path) && !name.startsWith('.')) yield* listNames(folder, path);
    if (isFile && !passedOver.test(name)) yield path;
  }
}

function readFile(folder: WorldFolder, dir: string, name: string): Uint8Array {
  if (!database.test(name)) return folder.read(name, { largestBytes }) ?? new Uint8Array();
  folder.checkDatabase(name, { isMade: false, isWritten: false });
  const source = openDatabaseSource(join(dir, name));
  try {
    return source.copy();
  } finally {
    source.close();
  }
}
