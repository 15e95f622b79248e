// Stores the texts that maintenance writes to ambient.md, so that an interrupted write can be completed.

import { dirname } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder } from '@terrarium/kernel/world-folder';

export interface AmbientWrite {
  readonly id: number;
  readonly runId: number;
  readonly isRevert: boolean;
  /** The file's former text; undefined if there was no file. */
  readonly former: string | undefined;
  /** The file's new text; undefined if the file is to be removed. */
  readonly text: string | undefined;
  readonly because: string;
}

export interface AmbientWriteStore {
  add(write: Omit<AmbientWrite, 'id'>): void;
  /** Lists the writes that are still to be done, oldest first. */
  listPending(): AmbientWrite[];
  markWritten(id: number, atMs: number): void;
  /** Finds the write of a run, but not the write that reverted it. */
  findByRun(runId: number): AmbientWrite | undefined;
}

interface Row {
  readonly id: number;
  readonly run_id: number;
  readonly is_revert: number;
  readonly former: string | null;
  readonly text: string | null;
  readonly because: string;
}

export function openAmbientWriteStore(connection: Connection): AmbientWriteStore {
  const columns = 'id, run_id, is_revert, former, text, because';
  const add = connection.prepare(
    `INSERT INTO ambient_write (run_id, is_revert, former, text, because)
     VALUES (:runId, :isRevert, :former, :text, :because)`,
  );
  const pending = connection.prepare<[], Row>(
    `SELECT ${columns} FROM ambient_write WHERE written_at_ms IS NULL ORDER BY id`,
  );
  const mark = connection.prepare('UPDATE ambient_write SET written_at_ms = :atMs WHERE id = :id');
  const byRun = connection.prepare<[number], Row>(
    `SELECT ${columns} FROM ambient_write WHERE run_id = ? AND is_revert = 0`,
  );
  return {
    add: (write) =>
      void add.run({
        ...write,
        isRevert: write.isRevert ? 1 : 0,
        former: write.former ?? null,
        text: write.text ?? null,
      }),
    listPending: () => pending.all().map(buildWrite),
    markWritten: (id, atMs) => void mark.run({ id, atMs }),
    findByRun: (runId) => byRun.all(runId).map(buildWrite)[0],
  };
}

function buildWrite(row: Row): AmbientWrite {
  return {
    id: row.id,
    runId: row.run_id,
    isRevert: row.is_revert === 1,
    former: row.former ?? undefined,
    text: row.text ?? undefined,
    because: row.because,
  };
}

/** The largest file in bytes: a larger one would not be sent with a message either. */
const largestBytes = 16 * 1024 * 1024;

/** Reads the file; undefined if there is none. */
export function readAmbient(path: string): string | undefined {
  try {
    return openWorldFolder(dirname(path)).readText(path, { largestBytes });
  } catch (error) {
    throw error instanceof TerrariumError ? error : buildError('read', path, error);
  }
}

/** Reads the file as it will be once all writes that were decided so far are done. */
export function readDecidedAmbient(connection: Connection, path: string): string | undefined {
  const pending = openAmbientWriteStore(connection).listPending();
  return pending.length === 0 ? readAmbient(path) : pending.at(-1)?.text;
}

/** Completes writes that were decided but interrupted: writes the text of the newest one to the file. */
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
    todo: 'Check its folder, its permissions and the space left on the disk; the new text is kept, and will be written to the file at the next start.',
    cause,
  });
}
