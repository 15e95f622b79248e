// Salience: how much of the story read so far an entry is about.

/** Counts of an entry's names in the posts read so far. */
export interface SalienceCounts {
  readonly mentions: number;
  /** Threads that mention it. */
  readonly threads: number;
}

/**
 * Mentions divided by the root of the number of threads: of two equally frequent names, the one that a few chapters are
 * about matters more than the one that is mentioned everywhere (a capital, an oath, a nation). The root keeps the main
 * characters on top. 0 for what was never mentioned.
 */
export function computeSalience({ mentions, threads }: SalienceCounts): number {
  return mentions / Math.sqrt(Math.max(1, threads));
}
