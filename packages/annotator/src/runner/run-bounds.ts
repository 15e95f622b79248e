// Run bounds: how long, how dear and how far a run may be before it stops of itself, at the end of a scene.

import type { Clock } from '@terrarium/kernel/environment';
import type { ScenePlan } from '../corpus/corpus.ts';

/** A scene as it is planned, and the story it is of. */
export type PlannedScene = Pick<ScenePlan, 'threadId' | 'firstPostId' | 'lastPostId'> & {
  readonly corpus: string;
};

/** Whether a scene lies behind the place where the reading is to stop. */
export type StopTest = (scene: PlannedScene) => boolean;

export interface RunBounds {
  /** No scene is begun later than this after the start. */
  readonly maxMs?: number | undefined;
  /** No scene is begun once so many tokens went in and out, those from a cache among them. */
  readonly maxTokens?: number | undefined;
  /** The last place that is read, as `parsePlace` takes it. */
  readonly until?: string | undefined;
}

/** What counts against the bounds; one for all corpora of a run. */
export interface BoundKeeper {
  /** What a server does not count is to be estimated: a bound that counts nothing would hold nothing. */
  noteTokens(tokens: number): void;
  isReached(scene: PlannedScene): boolean;
}

export const unbounded: BoundKeeper = { noteTokens: () => undefined, isReached: () => false };

export interface BoundSources {
  readonly clock: Clock;
  readonly findStop: (place: string) => StopTest;
}

/** Begins to count. Throws what `findStop` throws. */
export function openRunBounds(bounds: RunBounds | undefined, { clock, findStop }: BoundSources): BoundKeeper {
  if (bounds === undefined) return unbounded;
  const { maxMs = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, until } = bounds;
  const isBehind: StopTest = until === undefined ? () => false : findStop(until);
  const startedMs = clock.monotonic();
  let used = 0;
  return {
    noteTokens(tokens) {
      used += tokens;
    },
    isReached: (scene) => used >= maxTokens || clock.monotonic() - startedMs >= maxMs || isBehind(scene),
  };
}
