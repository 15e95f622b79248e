// Opens the annotator of a world to look at it; one that may not be written is looked at in a copy.

import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { World } from '../world/world.ts';
import { type Annotator, type AnnotatorOptions, openAnnotator } from './open-annotator.ts';

/** Throws `StorageError` when the database cannot be read; a run beside it does no harm. */
export function openAnnotatorToLook(
  world: World,
  options: Pick<AnnotatorOptions, 'clock' | 'isDamageExpected' | 'onMigrated'>,
): Annotator {
  try {
    return openAnnotator(world, { ...options, mustExist: true });
  } catch (error) {
    if (!isUnwritable(error) || !isReadable(world.annotatorPath)) throw error;
    return openCopy(world, { ...options, cause: error });
  }
}

/** SQLite reads a database with a write-ahead log only where it may write beside it. */
function isUnwritable(error: unknown): error is StorageError {
  return (
    error instanceof StorageError && (error.code === 'store.read-only' || error.code === 'store.cannot-open')
  );
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

interface CopyReason extends Pick<AnnotatorOptions, 'clock' | 'isDamageExpected'> {
  readonly cause: StorageError;
}

function openCopy(world: World, { clock, isDamageExpected, cause }: CopyReason): Annotator {
  const folder = createTemporaryFolder(cause);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const annotatorPath = join(folder, basename(world.annotatorPath));
  try {
    const own = openWorldFolder(world.dir);
    own.copyOut(world.annotatorPath, annotatorPath);
    own.copyOut(`${world.annotatorPath}-wal`, `${annotatorPath}-wal`);
    const annotator = openAnnotator(
      { ...world, annotatorPath },
      { clock, isDamageExpected, mustExist: true },
    );
    const close = () => {
      annotator.close();
      remove();
    };
    return { ...annotator, world, close };
  } catch (error) {
    remove();
    throw error instanceof StorageError ? error : explainCopying(error, cause);
  }
}

function createTemporaryFolder(cause: StorageError): string {
  try {
    return mkdtempSync(join(tmpdir(), 'terrarium-look-'));
  } catch (error) {
    throw explainCopying(error, cause);
  }
}

function explainCopying(error: unknown, { happened }: StorageError): StorageError {
  return new StorageError({
    code: 'world.cannot-copy',
    happened: `${happened} To look at it, it must be copied to ${tmpdir()}, and that failed.`,
    todo: 'Make room there, name another folder with TMPDIR, or get the right to write in the world.',
    cause: error,
  });
}
