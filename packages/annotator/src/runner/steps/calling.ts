// Calling: asks the model and waits, however long a local model takes.

import { askModel } from '@terrarium/kernel/ask-model';
import { ProviderError } from '@terrarium/kernel/errors';
import { buildRequest } from '../build-request.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { type Run, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';
import { prepareWhileWaiting } from '../while-waiting.ts';

type Calling = Extract<RunnerState, { at: 'calling' }>;

export async function calling(run: Run, state: Calling): Promise<RunnerState> {
  const { clock } = run.environment;
  const { request, estimatedTokens } = buildRequest(run, state.purpose);
  const began = clock.monotonic();
  try {
    // Sent once: waiting is a state of its own, in which a run can be stopped. What was thought away is judged there, too.
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
  if (error.retryable) return { at: 'retrying', purpose: state.purpose, attempt: state.attempt, error };
  return { at: 'halting', error };
}
