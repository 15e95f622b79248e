// Temporary copy: a file of a world, copied to a place where libraries may open it by path, and removed afterwards.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StorageError, TerrariumError, UsageError } from '../base/errors.ts';
import type { WorldFolder } from './world-folder.ts';

/**
 * Calls `work` with the path of a copy that only the person can read; undefined if there is no such file. An error
 * about the copy is reported as an error about the original. Throws `StorageError`.
 */
export function withTemporaryCopy<Result>(
  folder: WorldFolder,
  path: string,
  work: (copy: string) => Result,
): Result | undefined {
  const own = createTemporaryFolder(path);
  const copy = join(own, basename(path));
  try {
    return copyOut(folder, path, copy) ? work(copy) : undefined;
  } catch (error) {
    throw nameOriginal(error, copy, path);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function createTemporaryFolder(path: string): string {
  try {
    return mkdtempSync(join(tmpdir(), 'terrarium-copy-'));
  } catch (error) {
    throw refuse(path, error);
  }
}

function copyOut(folder: WorldFolder, path: string, copy: string): boolean {
  try {
    return folder.copyOut(path, copy);
  } catch (error) {
    throw error instanceof TerrariumError ? error : refuse(path, error);
  }
}

function refuse(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'world.cannot-copy',
    happened: `${path} could not be copied to ${tmpdir()}, where it would be read.`,
    todo: 'Check its permissions, make room there, or name another folder with TMPDIR.',
    cause,
  });
}

function nameOriginal(error: unknown, copy: string, path: string): unknown {
  if (!(error instanceof UsageError || error instanceof StorageError)) return error;
  const { code, todo } = error;
  const happened = error.happened.replaceAll(copy, path);
  const details = { code, happened, todo, cause: error };
  return error instanceof UsageError ? new UsageError(details) : new StorageError(details);
}
