// Retries a database operation until it succeeds, however long the database stays out of reach.

import type { Clock } from '@terrarium/kernel/environment';
import { isAway } from '../database/fleet-errors.ts';

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** Waits and tries again as long as the database cannot be reached; throws any other error. */
export async function retryWhileAway<Result>(
  clock: Clock,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      signal.throwIfAborted();
      await clock.sleep(pauseMs, signal);
    }
  }
}
