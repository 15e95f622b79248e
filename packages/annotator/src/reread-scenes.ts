// Rereads: reads again what changed in the stories of a world; a second door of this package.

import type { Corpus, ThreadId } from './corpus/corpus.ts';
import { listCutScenes } from './inspect/read-cut-scenes.ts';
import { openFailureStreak } from './runner/failure-streak.ts';
import { openRetry } from './runner/open-retry.ts';
import { listOpenRereads, planRereads, type Reread } from './runner/plan-rereads.ts';
import { computeSceneLimit } from './runner/run-settings.ts';
import { runStates } from './runner/run-states.ts';
import type { RunOutcome } from './runner/states.ts';
import type { Annotator } from './stores/open-annotator.ts';
import { buildRunOptions, chooseCorpora, type ReadingRequest, withAnnotator } from './with-annotator.ts';

export interface RereadRequest extends ReadingRequest {
  /** Names of the corpora to read in; all of the world's when undefined. */
  readonly corpusNames?: readonly string[] | undefined;
  /** A thread to be read again whole, besides what has changed. */
  readonly threadId?: ThreadId | undefined;
}

/**
 * Reads what came before the end of what was read, the scenes that it changed, and those that were read behind a cut
 * prompt, each in the context of its own place; what a killed one left is finished first. Throws as `annotate` does.
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

/** What was begun and left, then the rest. */
function* listRereads(
  annotator: Annotator,
  corpus: Corpus,
  request: RereadRequest,
): Generator<Omit<Reread, 'posts'> & Partial<Reread>> {
  const { stores } = annotator;
  for (const { sceneId, posts } of listOpenRereads(stores)) {
    const scene = stores.ledger.findScene(sceneId);
    if (scene?.corpus === corpus.name) yield { scene, posts };
  }
  const limits = { maxCharacters: computeSceneLimit(request.settings.contextBudget) };
  const planned = planRereads({ corpus, stores, limits, threadId: request.threadId });
  yield* planned;
  // As they were: where the story changed, the scene was planned above.
  for (const scene of listCutScenes(annotator, corpus.name)) {
    if (!planned.some((reread) => reread.scene.id === scene.id)) yield { scene };
  }
}
