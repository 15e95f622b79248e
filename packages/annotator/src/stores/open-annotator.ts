// Opens the annotator of a world: its database, its corpora and the stores over them.

import type { Clock } from '@terrarium/kernel/environment';
import { Bug, StorageError, type TerrariumError } from '@terrarium/kernel/errors';
import type { Connection, Migrated } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type { Corpus } from '../corpus/corpus.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { openWorldCorpus } from '../world/open-world.ts';
import { recordStore, refuseGoneStore } from '../world/stores-file.ts';
import type { World } from '../world/world.ts';
import { openRunStores } from './open-run-stores.ts';
import type { RunStores } from './run-stores.ts';

export interface Annotator {
  readonly world: World;
  readonly connection: Connection;
  /** By name; a corpus whose file has vanished is not among them. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly stores: RunStores;
  close(): void;
}

export interface AnnotatorOptions {
  readonly clock: Clock;
  readonly durability?: 'normal' | 'full';
  /** Refuse to create the database: for whoever only looks. */
  readonly mustExist?: boolean;
  /** Opens a database whose newest records are not what was written too. */
  readonly isDamageExpected?: boolean | undefined;
  /** Told when the world is of an older version and was brought up to date, and where it lies as it was before. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** Throws `StorageError` when the database cannot be opened; a run beside it does no harm. */
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
    return buildAnnotator(world, { connection, clock });
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

/** Tables that the stores do not know again are no longer what this version's schema made. */
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

/** A linked corpus may have vanished: what was read from it can still be looked at. */
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
