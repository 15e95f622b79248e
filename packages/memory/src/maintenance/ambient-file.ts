// The file that is always in mind, `ambient.md`: read as it is, and written whole after the transaction that decided it.

import { dirname } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { openAmbientWriteStore } from './ambient-write-store.ts';

/** Of what is larger nothing is sent with a message either. */
const largestBytes = 16 * 1024 * 1024;

/** What the file says; undefined where there is none. */
export function readAmbient(path: string): string | undefined {
  try {
    return openWorldFolder(dirname(path)).readText(path, { largestBytes });
  } catch (error) {
    throw error instanceof TerrariumError ? error : buildError('read', path, error);
  }
}

/** Writes what was decided and is not yet written: the newest text stands, and a cut-off write is completed. */
export function finishAmbient(connection: Connection, path: string, clock: Clock): void {
  const store = openAmbientWriteStore(connection);
  const pending = store.listPending();
  const newest = pending.at(-1);
  if (newest === undefined) return;
  replaceFile(path, newest.text);
  for (const write of pending) store.markWritten(write.id, clock.now());
}

function replaceFile(path: string, text: string | undefined): void {
  const folder = openWorldFolder(dirname(path));
  try {
    if (text === undefined) folder.remove(path);
    else folder.write(path, [text]);
  } catch (error) {
    throw error instanceof TerrariumError ? error : buildError('write', path, error);
  }
}

function buildError(act: 'read' | 'write', path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'memory.ambient-file',
    happened: `${path} cannot be ${act === 'read' ? 'read' : 'written'}.`,
    todo: 'Check its folder, its permissions and the space left on the disk; what was decided is kept and written at the next start.',
    cause,
  });
}
