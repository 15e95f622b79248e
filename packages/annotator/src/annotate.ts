// Annotate: reads the corpora of a world into its glossary; the door of this package.

import { openFailureStreak } from './runner/failure-streak.ts';
import { openRetry } from './runner/open-retry.ts';
import { openRun } from './runner/open-run.ts';
import { resolveStop } from './runner/resolve-stop.ts';
import type { Run } from './runner/run.ts';
import { openRunBounds, type RunBounds } from './runner/run-bounds.ts';
import { runStates } from './runner/run-states.ts';
import type { RunOutcome } from './runner/states.ts';
import { buildRunOptions, chooseCorpora, type ReadingRequest, withAnnotator } from './with-annotator.ts';

export interface AnnotateRequest extends ReadingRequest {
  /** Names of the corpora to read, in this order; all of the world's when undefined. */
  readonly corpusNames?: readonly string[] | undefined;
  /** Where the reading stops of itself, besides the settings' limit of scenes. */
  readonly bounds?: RunBounds | undefined;
}

/**
 * Reads on from where the journal stands until nothing is left, a limit is met or a stop is asked for. Throws
 * `StorageError` `lock.held` when another run of the world is alive, and `UsageError` for a corpus that is not there or
 * has changed, or a place to stop at that is not. A provider's failure that does not pass is an outcome, not an error: everything read is safe.
 */
export async function annotate(request: AnnotateRequest): Promise<RunOutcome> {
  return await withAnnotator(request, async (annotator) => {
    const names = request.corpusNames ?? request.world.corpora.map((corpus) => corpus.name);
    let outcome: RunOutcome = { kind: 'finished' };
    let { limit } = request.settings;
    const queue = chooseCorpora(annotator, names);
    const bounds = openRunBounds(request.bounds, {
      clock: request.environment.clock,
      resolveStop: (place) => resolveStop(annotator, place),
    });
    const streak = openFailureStreak();
    const formerBudget = annotator.stores.journal.findLastBudget();
    for (const corpus of queue) {
      const settings = { ...request.settings, limit };
      const run = openRun({
        ...buildRunOptions(annotator, corpus, request),
        queue,
        settings,
        bounds,
        streak,
        formerBudget,
      });
      outcome = await runStates(run);
      if (outcome.kind !== 'finished') break;
      if (limit !== undefined) limit -= run.session.scenesClosed;
    }
    return outcome;
  });
}

/** Reads skipped and failed scenes again, each in the context of its own position; `sceneIds` or all of them. */
export async function retryScenes(
  request: AnnotateRequest & { readonly sceneIds?: readonly number[] },
): Promise<RunOutcome> {
  return await withAnnotator(request, async (annotator) => {
    let outcome: RunOutcome = { kind: 'finished' };
    const streak = openFailureStreak();
    for (const scene of annotator.stores.ledger.readUnread(request.sceneIds)) {
      const [corpus] = chooseCorpora(annotator, [scene.corpus]);
      if (corpus === undefined) continue;
      const run: Run = openRetry({ ...buildRunOptions(annotator, corpus, request), streak }, scene);
      outcome = await runStates(run);
      if (outcome.kind !== 'finished') break;
    }
    return outcome;
  });
}
