// Retrying: waits before the same request is sent again, or gives up.

import { computeBackoffMs } from '@terrarium/kernel/backoff';
import type { Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

type Retrying = Extract<RunnerState, { at: 'retrying' }>;

/** It is asked at a steady pace, up to sixteen base delays: it may be back at any moment. */
const awayAttempt = 5;

export async function retrying(run: Run, state: Retrying): Promise<RunnerState> {
  const { retries } = run.settings;
  const { error, purpose } = state;
  const isAway = isWaitedFor(run, state);
  if (state.attempt >= retries.attempts && !isAway) return { at: 'halting', error };
  const { chance, clock } = run.environment;
  const attempt = isAway ? awayAttempt : state.attempt;
  const delayMs = computeBackoffMs(
    { attempt, baseDelayMs: retries.baseDelayMs, retryAfterMs: error.retryAfterMs },
    chance,
  );
  run.emit({ kind: 'retry-scheduled', attempt: state.attempt, delayMs, reason: error.happened });
  await clock.sleep(delayMs, run.stop.abort);
  return { at: 'calling', purpose, attempt: state.attempt + (isAway ? 0 : 1) };
}

/** A server that says it is not ready, and one that answered before and is gone: one that never did may have another address. */
function isWaitedFor({ desk, settings, environment }: Run, { error }: Retrying): boolean {
  const isGone = error.code === 'model.unreachable' && desk.hasAnswered;
  if (!isGone && error.code !== 'model.unavailable') return false;
  const now = environment.clock.monotonic();
  desk.awaySinceMs ??= now;
  return now - desk.awaySinceMs < settings.retries.awayMinutes * 60_000;
}
