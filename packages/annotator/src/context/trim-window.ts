// Trims a window in an emergency: old reasoning, long old replies, and last the oldest turns.

import type { DraftFold } from './apply-fold.ts';
import type { LoggedMessage, Sequence } from './message-log.ts';
import { groupByScene, joinRanges, type SceneGroup } from './scene-group.ts';

/** Replies whose reasoning is never trimmed; the founding specification's figure. */
const newestReasoningKept = 4;
/** Turns whose replies are never cut; the founding architecture's figure. */
const newestRepliesWhole = 8;

export interface TrimInput {
  /** Live messages of the draft's window. */
  readonly live: readonly LoggedMessage[];
  /** Calibrated tokens of a window. */
  readonly estimate: (draft: DraftFold) => number;
  /** From here on a trim is needed. */
  readonly emergency: number;
  /** Where the hard trim stops. */
  readonly target: number;
}

export interface TrimResult {
  readonly draft: DraftFold;
  /** Tiers that were used: 3, 4, and 5 for the hard trim. */
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

/** The newest reply that is older than the newest `kept` ones, never before the former watermark. */
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
