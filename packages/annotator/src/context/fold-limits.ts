// Fold limits: the thresholds of compaction as numbers of tokens.

export interface FoldRatios {
  /** Once the prompt is below this share of the budget, folding may stop (usually 0.6). */
  readonly soft: number;
  /** From this share of the budget on, the window is folded (usually 0.8). */
  readonly compact: number;
  /** From this share of the budget on, the window is trimmed after folding (usually 0.9). */
  readonly emergency: number;
  /** A fold tries to bring the prompt down to this share of the budget. */
  readonly foldTarget: number;
}

/** The limits for one budget, in tokens. */
export interface FoldLimits {
  readonly budget: number;
  readonly soft: number;
  readonly compact: number;
  readonly emergency: number;
  readonly target: number;
  /** A chunk is complete at this size or at `scenesPerChunk`, whichever comes first. */
  readonly chunk: number;
  readonly chunkSummary: number;
  readonly cumulativeSummary: number;
  /**
   * Tokens that all chunk summaries may take together. If they take more, the oldest are merged into the cumulative
   * summary.
   */
  readonly allChunkSummaries: number;
}

/** How many scenes a chunk has. */
export const scenesPerChunk = 10;

/** How many tokens a summary should have. */
const summaryAim = 500;
const shareOfChunk = 0.2;
const shareOfChunkSummary = 0.03;
const shareOfCumulativeSummary = 0.1;
const shareOfAllChunkSummaries = 0.1;

export function buildFoldLimits(budget: number, ratios: FoldRatios): FoldLimits {
  return {
    budget,
    soft: budget * ratios.soft,
    compact: budget * ratios.compact,
    emergency: budget * ratios.emergency,
    target: budget * Math.min(ratios.foldTarget, ratios.soft),
    chunk: budget * shareOfChunk,
    chunkSummary: Math.min(summaryAim, Math.floor(budget * shareOfChunkSummary)),
    cumulativeSummary: Math.floor(budget * shareOfCumulativeSummary),
    allChunkSummaries: budget * shareOfAllChunkSummaries,
  };
}
