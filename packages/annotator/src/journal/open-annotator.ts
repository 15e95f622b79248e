// Opens the annotator of a world: its database, its corpora and the stores over them.

import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { Bug, StorageError, type TerrariumError } from '@terrarium/kernel/errors';
import type { Connection, Migrated } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { Corpus } from '../corpus/corpus.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { replaceOldMentions } from '../glossary/mention-recount-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openWorldCorpus } from '../world/open-world.ts';
import { recordStore, refuseGoneStore } from '../world/stores-file.ts';
import type { World } from '../world/world.ts';
import { openRunStores, type RunStores } from './open-run-stores.ts';

export interface Annotator {
  readonly world: World;
  readonly connection: Connection;
  /** Corpora by name, except those whose file has vanished. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly stores: RunStores;
  close(): void;
}

export interface AnnotatorOptions {
  readonly clock: Clock;
  readonly durability?: 'normal' | 'full';
  /** Whether the database must already exist, as for commands that only read. */
  readonly mustExist?: boolean;
  /** Whether to open a database even if its newest records are damaged. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called after a world of an older version was upgraded, with the path of the backup. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** Can be called during a run. Throws `StorageError` if the database cannot be opened. */
export function openAnnotator(world: World, options: AnnotatorOptions): Annotator {
  const { clock, durability = 'normal', mustExist = false, isDamageExpected, onMigrated } = options;
  refuseGoneStore(world, 'annotator.db');
  const connection = openAnnotatorDatabase({
    path: world.annotatorPath,
    durability,
    mustExist,
    isDamageExpected,
    onMigrated,
  });
  try {
    recordStore(world, 'annotator.db');
    const annotator = buildAnnotator(world, { connection, clock });
    updateCounts(annotator, isDamageExpected === true);
    return annotator;
  } catch (error) {
    connection.close();
    throw refuseDamaged(error, world);
  }
}

function buildAnnotator(
  world: World,
  { connection, clock }: Pick<Annotator, 'connection'> & { readonly clock: Clock },
): Annotator {
  const corpora = openCorpora(world);
  return {
    world,
    connection,
    corpora,
    stores: openRunStores(connection, { corpora, clock }),
    close() {
      for (const corpus of corpora.values()) corpus.close();
      connection.close();
    },
  };
}

/**
 * Updates counts that were written by an earlier version. If the caller expects damage, a failure is ignored, because
 * the caller looks for damage itself.
 */
function updateCounts({ connection, corpora }: Annotator, isDamageExpected: boolean): void {
  const readBody: ReadBody = (corpus, postId) => corpora.get(corpus)?.findBody(postId);
  try {
    replaceOldMentions(connection, readBody, (corpus) => corpora.has(corpus));
  } catch (error) {
    if (!isDamageExpected) throw error;
  }
}

/** If the stores cannot prepare their statements, the tables are not those of this version's schema. */
function refuseDamaged(error: unknown, { annotatorPath: path }: World): TerrariumError {
  const failure = translateStorageError(error, { title: 'the glossary', path });
  if (!(failure instanceof Bug)) return failure;
  return new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: ${failure.cause instanceof Error ? failure.cause.message : failure.happened}.`,
    todo: 'Restore the world from a backup.',
    cause: error,
  });
}

/** Leaves out linked corpora that have vanished: what was read from them can still be inspected. */
function openCorpora(world: World): ReadonlyMap<string, Corpus> {
  const corpora = new Map<string, Corpus>();
  for (const { name } of world.corpora) {
    try {
      corpora.set(name, openWorldCorpus(world, name));
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'world.corpus-vanished') throw error;
    }
  }
  return corpora;
}

/** Can be called during a run. Throws `StorageError` if the database cannot be read. */
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

/** SQLite can read a database with a write-ahead log only if it may write to the database's folder. */
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
    happened: `${happened} To be looked at, it has to be copied to ${tmpdir()}, and that failed.`,
    todo: 'Make room there, name another folder with TMPDIR, or get permission to write to the world.',
    cause: error,
  });
}
