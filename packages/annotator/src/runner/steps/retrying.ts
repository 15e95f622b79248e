// Retrying: waits before the same request is sent again, or gives up.

import { planRetry } from '@terrarium/kernel/ask-model';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Retrying = Extract<RunnerState, { at: 'retrying' }>;

export async function retrying(run: Run, state: Retrying): Promise<RunnerState> {
  const { retries } = run.settings;
  const { error, purpose, attempt } = state;
  const { chance, clock } = run.environment;
  const planned = planRetry({ error, attempt }, run.session, { retries, clock, chance });
  if (planned === undefined) return { at: 'halting', error };
  run.emit({ kind: 'retry-scheduled', attempt, delayMs: planned.delayMs, reason: error.happened });
  await clock.sleep(planned.delayMs, run.stop.abort);
  return { at: 'calling', purpose, attempt: planned.attempt };
}
