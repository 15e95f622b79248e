// Fills a budget by score: the best first, whatever fits; what does not is left out and remembered.

export interface FillOptions<Candidate> {
  readonly maximum: number;
  /** Tokens of a candidate as it will stand beside those chosen before; `index` is its place among all. */
  measure(candidate: Candidate, index: number, chosen: readonly Candidate[]): number;
}

export interface Filled<Candidate> {
  /** In order of score. */
  readonly chosen: readonly Candidate[];
  readonly left: readonly Candidate[];
  readonly used: number;
}

/** Nothing worth saying takes less; below it no further candidate is measured. */
const leastTokens = 4;
/** After so many in a row that did not fit, no further candidate is measured either: the room left is a chink. */
const mostMisses = 24;

/** `candidates` are in order of score. Whatever is left out did not fit into what the better ones had left. */
export function fillByScore<Candidate>(
  candidates: readonly Candidate[],
  { maximum, measure }: FillOptions<Candidate>,
): Filled<Candidate> {
  const chosen: Candidate[] = [];
  const left: Candidate[] = [];
  let used = 0;
  let misses = 0;
  for (const [index, candidate] of candidates.entries()) {
    const isOver = maximum - used < leastTokens || misses === mostMisses;
    const tokens = isOver ? Number.POSITIVE_INFINITY : measure(candidate, index, chosen);
    if (used + tokens > maximum) {
      if (!isOver) misses += 1;
      left.push(candidate);
      continue;
    }
    used += tokens;
    misses = 0;
    chosen.push(candidate);
  }
  return { chosen, left, used };
}

/** Drops the worst of `chosen` until the whole of them, as rendered together, fits. */
export function removeUntilFits<Candidate>(
  chosen: readonly Candidate[],
  { maximum, measureAll }: { maximum: number; measureAll(chosen: readonly Candidate[]): number },
): { readonly kept: readonly Candidate[]; readonly dropped: readonly Candidate[]; readonly tokens: number } {
  const kept = [...chosen];
  const dropped: Candidate[] = [];
  let tokens = measureAll(kept);
  while (tokens > maximum && kept.length > 0) {
    const last = kept.pop();
    if (last !== undefined) dropped.push(last);
    tokens = measureAll(kept);
  }
  return { kept, dropped, tokens: kept.length === 0 ? 0 : tokens };
}
