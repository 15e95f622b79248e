// Applies a fold to the window, and trims the window if folding was not enough.

import { isSameThread } from '../corpus/corpus.ts';
import type { ChunkSummary, CumulativeSummary, FoldRecord, LoggedMessage, Sequence } from './message-log.ts';
import { type FoldPlan, groupByScene, joinRanges, type SceneGroup } from './plan-fold.ts';

/** A fold before it is stored: everything but its id. */
export type DraftFold = Omit<FoldRecord, 'id'>;

export interface FoldOutcome {
  readonly plan: FoldPlan;
  /** One summary for each chunk of the plan, in the order of the plan. */
  readonly chunkSummaries: readonly ChunkSummary[];
  /** Present if and only if the plan has a cumulative target. */
  readonly cumulative: CumulativeSummary | undefined;
}

/** The groups of messages in the window, and the newest message when they were collected. */
export interface LiveGroups {
  readonly groups: readonly SceneGroup[];
  readonly newest: Sequence;
}

/**
 * The window after the fold. Before a fold, the model gets a last turn to record entries. This turn belongs to none of
 * the groups that stay, so it is folded too.
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

/** How many of the newest replies keep their reasoning. */
const newestReasoningKept = 4;
/** How many of the newest replies are kept whole. */
const newestRepliesWhole = 8;

interface TrimInput {
  /** Live messages of the draft's window. */
  readonly live: readonly LoggedMessage[];
  /** Counts the tokens of a window, calibrated. */
  readonly estimate: (draft: DraftFold) => number;
  /** A window with at least this many tokens is trimmed. */
  readonly emergency: number;
  /** Tokens at which the hard trim stops. */
  readonly target: number;
}

export interface TrimResult {
  readonly draft: DraftFold;
  /** The numbers of the tiers that were applied: 3 removes old reasoning, 4 cuts old replies, 5 is the hard trim. */
  readonly tiers: readonly number[];
}

/** Applies tiers 3 and 4 and the hard trim, each only while the window is over the emergency threshold. */
export function trimWindow(draft: DraftFold, input: TrimInput): TrimResult {
  const tiers: number[] = [];
  let trimmed = draft;
  const applyTier = (tier: number, apply: (draft: DraftFold) => DraftFold) => {
    if (input.estimate(trimmed) < input.emergency) return;
    const next = apply(trimmed);
    if (input.estimate(next) >= input.estimate(trimmed)) return;
    tiers.push(tier);
    trimmed = next;
  };
  applyTier(3, (former) => ({
    ...former,
    reasoningTrimmedThrough: computeWatermark(
      input.live,
      newestReasoningKept,
      former.reasoningTrimmedThrough,
    ),
  }));
  applyTier(4, (former) => ({
    ...former,
    repliesCutThrough: computeWatermark(input.live, newestRepliesWhole, former.repliesCutThrough),
  }));
  applyTier(5, (former) => removeOldestTurns(former, input));
  return { draft: trimmed, tiers };
}

/** The newest reply that is older than the newest `kept` replies, or the former watermark if that is newer. */
function computeWatermark(live: readonly LoggedMessage[], kept: number, former: Sequence): Sequence {
  const replies = live.filter((logged) => logged.message.role === 'assistant');
  const oldest = replies.at(-kept - 1)?.sequence ?? former;
  return oldest > former ? oldest : former;
}

/** Removes whole scenes, oldest first, until the target is met; the newest scene stays. */
function removeOldestTurns(draft: DraftFold, input: TrimInput): DraftFold {
  let standing: readonly SceneGroup[] = groupByScene(input.live);
  let trimmed = draft;
  while (standing.length > 1 && input.estimate(trimmed) > input.target) {
    standing = standing.slice(1);
    trimmed = { ...trimmed, kept: joinRanges(standing), scenesTrimmed: trimmed.scenesTrimmed + 1 };
  }
  return trimmed;
}
