// The file that is always in mind, `ambient.md`: read as it is, and written whole after the transaction that decided it.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { StorageError } from '@terrarium/kernel/errors';
import { makeFolder } from '@terrarium/kernel/make-folder';
import type { Connection } from '@terrarium/kernel/open-database';
import { openAmbientWriteStore } from './ambient-write-store.ts';

/** What the file says; undefined where there is none. */
export function readAmbient(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw buildError('read', path, error);
  }
}

/** Writes what was decided and is not yet written: the newest text stands, and a cut-off write is completed. */
export function settleAmbient(connection: Connection, path: string, clock: Clock): void {
  const store = openAmbientWriteStore(connection);
  const pending = store.listPending();
  const newest = pending.at(-1);
  if (newest === undefined) return;
  replaceFile(path, newest.text);
  for (const write of pending) store.markWritten(write.id, clock.now());
}

function replaceFile(path: string, text: string | undefined): void {
  const draftPath = `${path}.writing-${process.pid}`;
  try {
    if (text === undefined) {
      rmSync(path, { force: true });
      return;
    }
    makeFolder(dirname(path));
    const file = openSync(draftPath, 'w');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draftPath, path);
  } catch (error) {
    rmSync(draftPath, { force: true });
    throw buildError('write', path, error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function buildError(act: 'read' | 'write', path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'memory.ambient-file',
    happened: `${path} cannot be ${act === 'read' ? 'read' : 'written'}.`,
    todo: 'Check its folder, its permissions and the space left on the disk; what was decided is kept and written at the next start.',
    cause,
  });
}
