// Calibration: learns how many real tokens one estimated token is, from what the server reported.

/** One prompt as it was estimated and as the server counted it. */
export interface CountedPrompt {
  readonly estimatedTokens: number;
  readonly reportedTokens: number;
}

/** A ratio outside these bounds says more about a wrong report than about a tokenizer; a lower one, that only a part was counted. */
const lowestRatio = 0.5;
const highestRatio = 2;
/** Below this size a chat template's own tokens outweigh the text. */
const smallestPrompt = 200;

/**
 * Real tokens per estimated token: 1 until a prompt was counted, then the median over the prompts given, weighted by
 * their size, so that one odd report cannot move it far. Always within 0.5 and 2.
 */
export function computeTokenRatio(counted: readonly CountedPrompt[]): number {
  const ranked = counted
    .filter(isUsable)
    .map((prompt) => ({
      ratio: prompt.reportedTokens / prompt.estimatedTokens,
      weight: prompt.estimatedTokens,
    }))
    .sort((left, right) => left.ratio - right.ratio);
  const half = ranked.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { ratio, weight } of ranked) {
    passed += weight;
    if (passed >= half) return Math.min(highestRatio, ratio);
  }
  return 1;
}

function isUsable({ estimatedTokens, reportedTokens }: CountedPrompt): boolean {
  if (estimatedTokens < smallestPrompt || !Number.isFinite(reportedTokens)) return false;
  return reportedTokens >= estimatedTokens * lowestRatio;
}
