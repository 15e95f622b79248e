// Applies a fold: from the window, the plan and its summaries to the record of the next window.

import { isSameThread } from '../corpus/thread-ref.ts';
import type { ChunkSummary, CumulativeSummary, FoldRecord, Sequence } from './message-log.ts';
import type { FoldPlan } from './plan-fold.ts';
import { joinRanges, type SceneGroup } from './scene-group.ts';

/** A fold before it is stored: everything but its id. */
export type DraftFold = Omit<FoldRecord, 'id'>;

export interface FoldOutcome {
  readonly plan: FoldPlan;
  /** One per chunk of the plan, in its order. */
  readonly chunkSummaries: readonly ChunkSummary[];
  /** Present exactly when the plan has a cumulative target. */
  readonly cumulative: CumulativeSummary | undefined;
}

/** The live groups and the newest message they were taken at. */
export interface LiveGroups {
  readonly groups: readonly SceneGroup[];
  readonly newest: Sequence;
}

/**
 * The window after the fold. The turn in which the model was asked what to record belongs to what is folded: it is in
 * no group that stays.
 */
export function applyFold(former: FoldRecord, live: LiveGroups, outcome: FoldOutcome): DraftFold {
  const folded = new Set<Sequence>();
  for (const target of outcome.plan.chunks) for (const group of target.groups) folded.add(group.from);
  for (const group of outcome.plan.cumulative?.groups ?? []) folded.add(group.from);
  const absorbed = outcome.plan.cumulative?.absorbed ?? [];
  const standing = former.chunks.filter(
    (chunk) => !absorbed.some((one) => isSameThread(one, chunk) && one.chunkIndex === chunk.chunkIndex),
  );
  return {
    afterSequence: live.newest,
    kept: joinRanges(live.groups.filter((group) => !folded.has(group.from))),
    preamble: former.preamble,
    cumulative: outcome.cumulative ?? former.cumulative,
    chunks: [...standing, ...outcome.chunkSummaries],
    scenesTrimmed: former.scenesTrimmed,
    reasoningTrimmedThrough: former.reasoningTrimmedThrough,
    repliesCutThrough: former.repliesCutThrough,
  };
}
