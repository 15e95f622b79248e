// Calling: asks the model and waits, however long a local model takes.

import { setImmediate } from 'node:timers/promises';
import { askModel } from '@terrarium/kernel/ask-model';
import { ProviderError } from '@terrarium/kernel/errors';
import { readFirstWords } from '../../glossary/first-words.ts';
import { buildRequest } from '../build-request.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { hasTools, hideTools } from '../preamble.ts';
import { buildScenePages, isRetry, type Run, recordSceneRead, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Calling = Extract<RunnerState, { at: 'calling' }>;

export async function calling(run: Run, state: Calling): Promise<RunnerState> {
  const { clock } = run.environment;
  const { request, estimatedTokens } = buildRequest(run, state.purpose);
  const began = clock.monotonic();
  try {
    // Here, the request is sent only once: waiting for another attempt is a state of its own, in which a run can be
    // stopped. A reply that contains only reasoning is accepted here, and judged in a later state.
    const asked = { model: run.model };
    const asking = askModel(asked, request, { signal: run.stop.abort, acceptsSilence: true });
    const reply = await prepareWhileWaiting(run, asking);
    const seconds = (clock.monotonic() - began) / 1000;
    run.session.hasAnswered = true;
    run.session.awaySinceMs = undefined;
    return { at: 'processing', purpose: state.purpose, received: { reply, estimatedTokens, seconds } };
  } catch (error) {
    return handleFailedCall(run, { state, estimatedTokens, error });
  }
}

interface FailedCall {
  readonly state: Calling;
  readonly estimatedTokens: number;
  readonly error: unknown;
}

function handleFailedCall(run: Run, { state, estimatedTokens, error }: FailedCall): RunnerState {
  if (!(error instanceof ProviderError)) throw error;
  if (error.code === 'model.context-overflow') {
    const { budget } = run.limits;
    recordStep(run, () => ({ body: { kind: 'overflow', purpose: state.purpose, estimatedTokens, budget } }));
    run.session.refusedRatio = Math.max(run.session.refusedRatio, budget / estimatedTokens);
    return chooseNextState(run.session.progress, run.settings);
  }
  if (error.code === 'model.refuses-tools' && hasTools(run)) {
    hideTools(run);
    return chooseNextState(run.session.progress, run.settings);
  }
  if (error.retryable) return { at: 'retrying', purpose: state.purpose, attempt: state.attempt, error };
  return { at: 'halting', error };
}

/** After this many turns of the event loop, a request is on its way to its server. */
const turnsToSend = 3;

/** Waits for `reply`, and in the meantime does work that would otherwise delay the next request. */
async function prepareWhileWaiting<Reply>(run: Run, reply: Promise<Reply>): Promise<Reply> {
  const settled = Promise.allSettled([reply]);
  for (let turn = 0; turn < turnsToSend; turn += 1) await setImmediate();
  recordSceneRead(run);
  prepareNextScene(run);
  // Lists the words of the whole story once: a later call needs to know which of them were read.
  readFirstWords(run.corpus);
  await settled;
  return await reply;
}

/** Reads and renders the next scene, which does not depend on the model's answer. */
function prepareNextScene(run: Run): void {
  const { session, stores } = run;
  if (session.scene === undefined || session.nextPages !== undefined || isRetry(run)) return;
  const next = stores.ledger.findSceneAfter(session.scene);
  if (next?.status !== 'pending') return;
  const pages = buildScenePages(
    run.corpus,
    next,
    stores.ledger.findDigests(next.id)?.map(({ postId }) => postId),
  );
  session.nextPages = { sceneId: next.id, pages };
  // Only splits and caches the words; names are looked up again when the scene is shown.
  stores.glossary.countMentions(pages.texts);
}
