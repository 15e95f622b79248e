// Salience: how much of the story read so far an entry is about.

/** What was counted of an entry's names in the posts read so far. */
export interface SalienceCounts {
  readonly mentions: number;
  /** Threads that mention it. */
  readonly threads: number;
}

/**
 * Mentions, divided by the root of the threads they are spread over: of two names met equally often, the one a few
 * chapters are about says more of the story than the one that is dropped everywhere (a capital, an oath, a nation).
 * The root keeps those who carry the whole story on top. 0 for what was never read.
 */
export function computeSalience({ mentions, threads }: SalienceCounts): number {
  return mentions / Math.sqrt(Math.max(1, threads));
}
