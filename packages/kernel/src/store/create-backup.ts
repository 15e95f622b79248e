// Backs up a database: a whole copy beside it, as it stands at one moment, flushed to the disk and then named.

import { statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import { openWorldFolder, type WorldFolder } from '../files/world-folder.ts';
import { setUntrusted } from './set-untrusted.ts';

/** The copy, the log of a migration that rewrites everything, and the tables' growth. */
const roomNeeded = 3;

/**
 * Copies the database at `path` to `annotator.db.v2.backup` beside it, or to the next such name that is free. Throws
 * `StorageError` (`store.no-room`) before it begins when there is no room for the copy and the migration it is made for.
 */
export function createBackup(path: string, version: number): string {
  refuseFullDisk(path, roomNeeded * statSync(path).size);
  const folder = openWorldFolder(dirname(resolve(path)));
  const backupPath = chooseBackupPath(folder, `${path}.v${version}.backup`);
  const draftPath = `${backupPath}.writing`;
  folder.remove(draftPath);
  try {
    // SQLite copies into an empty file as into none, and this one is for the person alone.
    folder.create(draftPath);
    copyDatabase(path, draftPath);
    folder.flush(draftPath);
    folder.move(draftPath, backupPath);
  } catch (error) {
    folder.remove(draftPath);
    throw error;
  }
  return backupPath;
}

/** Throws `StorageError` unless the disk that holds `path` has this many bytes left. */
export function refuseFullDisk(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new StorageError({
    code: 'store.no-room',
    happened: `${path} must be brought up to date, which needs ${renderMegabytes(bytes)} on its disk; ${renderMegabytes(free)} are free.`,
    todo: 'Free some space and start again. Nothing was changed.',
  });
}

function renderMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}

function chooseBackupPath(folder: WorldFolder, first: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? first : `${first}-${count}`;
    if (!folder.has(candidate)) return candidate;
  }
}

function copyDatabase(path: string, copyPath: string): void {
  const reader = new Database(path, { readonly: true });
  try {
    setUntrusted(reader);
    reader.prepare('VACUUM INTO ?').run(copyPath);
  } finally {
    reader.close();
  }
}
