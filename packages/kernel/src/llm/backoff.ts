// Backoff: how long to wait before a request is tried again.

import type { Chance } from '../base/environment.ts';

export interface FailedAttempt {
  /** 1 for the first attempt that failed. */
  readonly attempt: number;
  /** The longest wait after the first failure, in milliseconds; it doubles with each further one. */
  readonly baseDelayMs: number;
  /** What the server asked for; a shorter wait would only be refused again. */
  readonly retryAfterMs?: number | undefined;
}

/** Two minutes: long enough for a restart or a model being loaded, short enough to be noticed by whoever waits. */
const longestBackoffMs = 120_000;
/** A server may ask for more, but not for the night. */
const longestRetryAfterMs = 600_000;

/** Milliseconds to wait: exponential with full jitter, and never less than the server asked for (ten minutes at most). */
export function computeBackoffMs(failed: FailedAttempt, chance: Chance): number {
  const ceiling = Math.min(longestBackoffMs, failed.baseDelayMs * 2 ** (failed.attempt - 1));
  const jittered = Math.round(ceiling * chance.next());
  return Math.max(jittered, Math.min(longestRetryAfterMs, failed.retryAfterMs ?? 0));
}
