// Run bounds: how long, how dear and how far a run may be before it stops of itself.

import type { Clock } from '@terrarium/kernel/environment';
import type { ScenePlan } from '../corpus/corpus.ts';

/** A scene as it is planned, and the story it is of. */
export type PlannedScene = Pick<ScenePlan, 'threadId' | 'firstPostId' | 'lastPostId'> & {
  readonly corpus: string;
};

/** Whether a scene lies behind the place where the reading is to stop. */
export type StopTest = (scene: PlannedScene) => boolean;

export interface RunBounds {
  /** No request is made later than this after the start. */
  readonly maxMs?: number | undefined;
  /** No request is made once so many tokens went in and out, those from a cache among them. */
  readonly maxTokens?: number | undefined;
  /** The last place that is read, as `parsePlace` takes it. */
  readonly until?: string | undefined;
}

/** What counts against the bounds; one for all corpora of a run. */
export interface BoundKeeper {
  /** What a server does not count is to be estimated: a bound that counts nothing would hold nothing. */
  recordTokens(tokens: number): void;
  /** What is used up: no more may be asked of the model. */
  findSpent(): 'time' | 'tokens' | undefined;
  /** Whether the scene lies behind the last place that is read. */
  isBehind(scene: PlannedScene): boolean;
}

export const unbounded: BoundKeeper = {
  recordTokens: () => undefined,
  findSpent: () => undefined,
  isBehind: () => false,
};

export interface BoundSources {
  readonly clock: Clock;
  readonly resolveStop: (place: string) => StopTest;
}

/** Begins to count. Throws what `findStop` throws. */
export function openRunBounds(
  bounds: RunBounds | undefined,
  { clock, resolveStop }: BoundSources,
): BoundKeeper {
  if (bounds === undefined) return unbounded;
  const { maxMs = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, until } = bounds;
  const isBehind: StopTest = until === undefined ? () => false : resolveStop(until);
  const startedMs = clock.monotonic();
  let used = 0;
  return {
    recordTokens(tokens) {
      used += tokens;
    },
    findSpent() {
      if (used >= maxTokens) return 'tokens';
      return clock.monotonic() - startedMs >= maxMs ? 'time' : undefined;
    },
    isBehind,
  };
}
