// Annotate: reads the corpora of a world into its glossary, and reads again what changed; the entry point of this package.

import type { ThreadId } from './corpus/corpus.ts';
import { openFailureStreak } from './runner/find-fault.ts';
import { openRetry } from './runner/open-retry.ts';
import { openRun } from './runner/open-run.ts';
import { listRereads } from './runner/plan-rereads.ts';
import type { Run } from './runner/run.ts';
import { openRunBounds, type RunBounds, resolveStop } from './runner/run-bounds.ts';
import { runStates } from './runner/run-states.ts';
import type { RunOutcome } from './runner/states.ts';
import { buildRunOptions, chooseCorpora, type ReadingRequest, withAnnotator } from './with-annotator.ts';

export interface AnnotateRequest extends ReadingRequest {
  /** Names of the corpora to read, in this order. If undefined, all corpora of the world are read. */
  readonly corpusNames?: readonly string[] | undefined;
  /** Points at which the run stops, besides the limit on scenes in the settings. */
  readonly bounds?: RunBounds | undefined;
}

/**
 * Reads on from where the journal ends, until nothing is left, a limit is reached or somebody asks the run to stop.
 * Throws `StorageError` `lock.held` when another run of this world is alive, and `UsageError` when the world has no
 * such corpus, when a corpus has changed, or when the place to stop at does not exist. If the model's provider keeps
 * failing, the run ends with an outcome that says so and throws nothing: everything that was read is safe.
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

/** Reads skipped and failed scenes again, each in the context of its own position: those in `sceneIds`, or all. */
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

export interface RereadRequest extends ReadingRequest {
  /** Names of the corpora in which to read again. If undefined, all corpora of the world. */
  readonly corpusNames?: readonly string[] | undefined;
  /** A thread to read again as a whole, in addition to what has changed. */
  readonly threadId?: ThreadId | undefined;
}

/**
 * Reads posts that were inserted before the point that reading had reached, and reads again the scenes that they
 * changed and the scenes whose prompt was cut short. Each scene is read in the context of its own place. Rereads that
 * a stopped run left unfinished are finished first. Throws the same errors as `annotate`.
 */
export async function rereadScenes(request: RereadRequest): Promise<RunOutcome> {
  return await withAnnotator(request, async (annotator) => {
    const names = request.corpusNames ?? request.world.corpora.map((corpus) => corpus.name);
    let outcome: RunOutcome = { kind: 'finished' };
    const streak = openFailureStreak();
    for (const corpus of chooseCorpora(annotator, names)) {
      for (const { scene, posts } of listRereads(annotator, corpus, request)) {
        const options = { ...buildRunOptions(annotator, corpus, request), streak };
        outcome = await runStates(openRetry(options, scene, posts));
        if (outcome.kind !== 'finished') return outcome;
      }
    }
    return outcome;
  });
}
