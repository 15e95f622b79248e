// Explains a failure over an open world: what a damaged file brings about is said to be that, not a fault of ours.

import { Bug, StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type { Annotator } from './stores/open-annotator.ts';
import { verifyAnnotator } from './verify-annotator.ts';

/** One of our errors for whatever was thrown while working with the annotator of a world. */
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

/** Words and numbers that do not agree pass every check that SQLite makes of its pages. */
function findDamage(annotator: Annotator): string | undefined {
  try {
    return verifyAnnotator(annotator).problems[0]?.what;
  } catch (error) {
    return error instanceof TerrariumError ? error.happened : undefined;
  }
}
