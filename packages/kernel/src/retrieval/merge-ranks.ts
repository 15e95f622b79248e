// Fusing: joins rankings by the reciprocal of the rank, so that scores of different kinds need not be compared.

/** How fast the worth of a rank falls: the value of the paper that introduced it (Cormack, Clarke, Büttcher 2009). */
const rankOffset = 60;

export interface Ranking {
  /** Places, best first. */
  readonly places: readonly number[];
  /** How much it counts beside the others. */
  readonly share: number;
}

/** The worth of each place in any of the rankings. */
export function mergeRanks(rankings: readonly Ranking[]): Map<number, number> {
  const fused = new Map<number, number>();
  for (const { places, share } of rankings) {
    for (const [at, place] of places.entries()) {
      fused.set(place, (fused.get(place) ?? 0) + share / (rankOffset + at + 1));
    }
  }
  return fused;
}
