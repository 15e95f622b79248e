// Plans a retry: whether a request that failed is sent again, and how long to wait before; the one rule of all products.

import type { Environment } from '../base/environment.ts';
import type { ProviderError } from '../base/errors.ts';
import { computeBackoffMs } from './backoff.ts';

export interface Retries {
  /** How often a request is sent that fails in a way which time may mend. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  /** How long a server that is not ready, or that answered before and is gone, is waited for, whatever the attempts. */
  readonly awayMinutes: number;
}

/** What the waiting so far has shown of the server; it outlasts a request. */
export interface ServerWatch {
  /** Whether it answered since the program started. */
  hasAnswered: boolean;
  /** Since when it is gone, by the monotonic clock; undefined while it is there. */
  awaySinceMs: number | undefined;
}

export interface FailedRequest {
  readonly error: ProviderError;
  /** 1 for the first. */
  readonly attempt: number;
}

export interface PlannedRetry {
  readonly delayMs: number;
  /** Of the request that is sent next. */
  readonly attempt: number;
}

/** It is asked at a steady pace, up to sixteen base delays: it may be back at any moment. */
const awayAttempt = 5;

/** Undefined where it is not to be sent again. */
export function planRetry(
  { error, attempt }: FailedRequest,
  watch: ServerWatch,
  { retries, clock, chance }: Pick<Environment, 'clock' | 'chance'> & { readonly retries: Retries },
): PlannedRetry | undefined {
  if (!error.retryable) return undefined;
  const isAway = isWaitedFor(error, watch, { nowMs: clock.monotonic(), retries });
  if (attempt >= retries.attempts && !isAway) return undefined;
  const { retryAfterMs } = error;
  const { baseDelayMs } = retries;
  const delayMs = computeBackoffMs(
    { attempt: isAway ? awayAttempt : attempt, baseDelayMs, retryAfterMs },
    chance,
  );
  return { delayMs, attempt: attempt + (isAway ? 0 : 1) };
}

/** A server that says it is not ready, and one that answered before and is gone: one that never did may have another address. */
function isWaitedFor(
  { code }: ProviderError,
  watch: ServerWatch,
  { nowMs, retries }: { readonly nowMs: number; readonly retries: Retries },
): boolean {
  const isGone = code === 'model.unreachable' && watch.hasAnswered;
  if (!isGone && code !== 'model.unavailable') return false;
  watch.awaySinceMs ??= nowMs;
  return nowMs - watch.awaySinceMs < retries.awayMinutes * 60_000;
}
