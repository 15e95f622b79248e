// Failure streak: scenes skipped one after the other for one reason, which a night should not be burnt on.

import { ProviderError } from '@terrarium/kernel/errors';
import { suggestRemedy } from './compute-standing.ts';

export interface FailureStreak {
  /** Of the scenes that were skipped last, with none read since. */
  reason: string;
  count: number;
}

/** Once is an accident, twice may be. */
const longestStreak = 3;

export function openFailureStreak(): FailureStreak {
  return { reason: '', count: 0 };
}

/** Takes a scene into account that was closed; an empty reason for one that was read. */
export function recordClosed(streak: FailureStreak, reason: string): void {
  if (reason === '') streak.count = 0;
  else streak.count = reason === streak.reason ? streak.count + 1 : 1;
  streak.reason = reason;
}

/** Why the run should not go on; undefined while it may. */
export function findStreakError({ count, reason }: FailureStreak): ProviderError | undefined {
  if (count < longestStreak) return undefined;
  return new ProviderError({
    code: 'model.same-failure',
    happened: `${count} scenes in a row were skipped for one reason, and none was read between them: ${reason}`,
    todo: `${suggestRemedy(reason)} "terrarium annotate retry" then reads the skipped scenes; --keep-going goes on whatever comes.`,
    retryable: false,
  });
}
