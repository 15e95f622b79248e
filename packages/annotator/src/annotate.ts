// Annotate: reads the corpora of a world into its glossary; the door of this package.

import type { Environment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { findStop } from './as-of/find-stop.ts';
import type { Corpus, ThreadId } from './corpus/corpus.ts';
import { explainFailure } from './explain-failure.ts';
import { type Annotator, openAnnotator } from './open-annotator.ts';
import { drive } from './runner/drive.ts';
import { openFailureStreak } from './runner/failure-streak.ts';
import { openRetry } from './runner/open-retry.ts';
import { openRun } from './runner/open-run.ts';
import { findOpenRereads, planRereads, type Reread } from './runner/plan-rereads.ts';
import type { Run, StopWish } from './runner/run.ts';
import { openRunBounds, type RunBounds } from './runner/run-bounds.ts';
import type { RunEvent } from './runner/run-events.ts';
import { findSceneLimit, type RunSettings } from './runner/run-settings.ts';
import type { RunOutcome } from './runner/states.ts';
import { openRunLock } from './world/open-run-lock.ts';
import { chooseCorpus, openWorldCorpus } from './world/open-world.ts';
import type { World } from './world/world.ts';

export interface AnnotateRequest {
  readonly world: World;
  /** Names of the corpora to read, in this order; all of the world's when undefined. */
  readonly corpusNames?: readonly string[] | undefined;
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  /** Where the reading stops of itself, besides the settings' limit of scenes. */
  readonly bounds?: RunBounds | undefined;
  readonly durability?: 'normal' | 'full';
  readonly stop: StopWish;
  readonly emit: (event: RunEvent) => void;
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
      findStop: (place) => findStop(annotator, place),
    });
    const streak = openFailureStreak();
    const formerBudget = annotator.stores.journal.findLastBudget();
    for (const corpus of queue) {
      const settings = { ...request.settings, limit };
      const run = openRun({
        ...buildRunOptions(annotator, corpus, request),
        ...{ queue, settings, bounds, streak, formerBudget },
      });
      outcome = await drive(run);
      if (outcome.kind !== 'finished') break;
      if (limit !== undefined) limit -= run.desk.scenesClosed;
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
      outcome = await drive(run);
      if (outcome.kind !== 'finished') break;
    }
    return outcome;
  });
}

export interface RereadRequest extends AnnotateRequest {
  /** Reads these threads again whole, by corpus; else only what has changed. */
  readonly threadId?: ThreadId | undefined;
}

/**
 * Reads what came before the end of what was read, and the scenes that it changed, each in the context of its own place;
 * what a killed one left is finished first. With `threadId` all of that thread.
 */
export async function rereadScenes(request: RereadRequest): Promise<RunOutcome> {
  return await withAnnotator(request, async (annotator) => {
    const names = request.corpusNames ?? request.world.corpora.map((corpus) => corpus.name);
    let outcome: RunOutcome = { kind: 'finished' };
    const streak = openFailureStreak();
    for (const corpus of chooseCorpora(annotator, names)) {
      for (const { scene, posts } of listRereads(annotator, corpus, request)) {
        const options = { ...buildRunOptions(annotator, corpus, request), streak };
        outcome = await drive(openRetry(options, scene, posts));
        if (outcome.kind !== 'finished') return outcome;
      }
    }
    return outcome;
  });
}

/** What was begun and left, then the rest. */
function* listRereads({ stores }: Annotator, corpus: Corpus, request: RereadRequest): Generator<Reread> {
  for (const { sceneId, posts } of findOpenRereads(stores)) {
    const scene = stores.ledger.findScene(sceneId);
    if (scene?.corpus === corpus.name) yield { scene, posts };
  }
  const limits = { maxCharacters: findSceneLimit(request.settings.contextBudget) };
  yield* planRereads({ corpus, stores, limits, threadId: request.threadId });
}

async function withAnnotator(
  request: AnnotateRequest,
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

function chooseCorpora(annotator: Annotator, names: readonly string[]): readonly Corpus[] {
  if (names.length === 0) chooseCorpus(annotator.world);
  return names.map((name) => annotator.corpora.get(name) ?? openWorldCorpus(annotator.world, name));
}

function buildRunOptions(annotator: Annotator, corpus: Corpus, request: AnnotateRequest) {
  const { stores, corpora } = annotator;
  const { model, environment, settings, stop, emit } = request;
  return { stores, corpora, corpus, model, environment, settings, stop, emit };
}
