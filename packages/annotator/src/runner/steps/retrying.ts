// Retrying: waits before the same request is sent again, or gives up.

import { computeBackoffMs } from '@terrarium/kernel/backoff';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Retrying = Extract<RunnerState, { at: 'retrying' }>;

export async function retrying(run: Run, state: Retrying): Promise<RunnerState> {
  const { retries } = run.settings;
  const { attempt, error, purpose } = state;
  if (attempt >= retries.attempts) return { at: 'halting', error };
  const { chance, clock } = run.environment;
  const delayMs = computeBackoffMs(
    { attempt, baseDelayMs: retries.baseDelayMs, retryAfterMs: error.retryAfterMs },
    chance,
  );
  run.emit({ kind: 'retry-scheduled', attempt, delayMs, reason: error.happened });
  await clock.sleep(delayMs, run.stop.abort);
  return { at: 'calling', purpose, attempt: attempt + 1 };
}
