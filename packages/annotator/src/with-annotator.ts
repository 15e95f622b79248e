// Opens a world for a run under the run lock, closes it even if the run fails, and explains what failed.

import type { Environment } from '@terrarium/kernel/environment';
import { Bug, StorageError, TerrariumError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type { Corpus } from './corpus/corpus.ts';
import { type Annotator, openAnnotator } from './journal/open-annotator.ts';
import type { StopRequest } from './runner/run.ts';
import type { RunEvent } from './runner/run-events.ts';
import type { RunSettings } from './runner/run-settings.ts';
import type { RunOutcome } from './runner/states.ts';
import { verifyAnnotator } from './verify-annotator.ts';
import { openRunLock } from './world/open-run-lock.ts';
import { chooseCorpus, openWorldCorpus } from './world/open-world.ts';
import type { World } from './world/world.ts';

/** Who reads in which world, and with what settings. */
export interface ReadingRequest {
  readonly world: World;
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  readonly durability?: 'normal' | 'full';
  readonly stop: StopRequest;
  readonly emit: (event: RunEvent) => void;
}

/** Holds the run lock and the stores of the world until `work` is finished. */
export async function withAnnotator(
  request: ReadingRequest,
  work: (annotator: Annotator) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const { world, environment, durability } = request;
  const lock = openRunLock(world);
  try {
    const annotator = openAnnotator(world, {
      clock: environment.clock,
      ...(durability === undefined ? {} : { durability }),
      onMigrated: (migrated) => request.emit({ kind: 'database-migrated', ...migrated }),
    });
    try {
      return await work(annotator);
    } catch (error) {
      throw explainFailure(annotator, error);
    } finally {
      annotator.close();
    }
  } finally {
    lock.close();
  }
}

/**
 * The corpora with these names. Throws if one of them cannot be opened; without names, if the world has no corpus or
 * several.
 */
export function chooseCorpora(annotator: Annotator, names: readonly string[]): readonly Corpus[] {
  if (names.length === 0) chooseCorpus(annotator.world);
  return names.map((name) => annotator.corpora.get(name) ?? openWorldCorpus(annotator.world, name));
}

export function buildRunOptions(annotator: Annotator, corpus: Corpus, request: ReadingRequest) {
  const { stores, corpora } = annotator;
  const { model, environment, settings, stop, emit } = request;
  return { stores, corpora, corpus, model, environment, settings, stop, emit };
}

/** Converts anything thrown while the annotator of a world was used into one of our errors. */
export function explainFailure(annotator: Annotator, error: unknown): TerrariumError {
  const { annotatorPath } = annotator.world;
  const failure = translateStorageError(error, { title: 'the glossary', path: annotatorPath });
  const damage = failure instanceof Bug ? findDamage(annotator) : undefined;
  if (damage === undefined) return failure;
  return new StorageError({
    code: 'store.damaged',
    happened: `${annotatorPath} is damaged: ${damage}`,
    todo: 'Restore the world from a backup. "terrarium annotate verify" lists all that is wrong.',
    cause: error,
  });
}

/** Looks for damage that SQLite does not see: it checks its pages, but not whether words and numbers agree. */
function findDamage(annotator: Annotator): string | undefined {
  try {
    return verifyAnnotator(annotator).problems[0]?.what;
  } catch (error) {
    return error instanceof TerrariumError ? error.happened : undefined;
  }
}
