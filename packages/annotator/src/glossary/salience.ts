// Salience: how much of the story read so far an entry is about.

/** What was counted of an entry's names in the posts read so far. */
export interface SalienceCounts {
  readonly mentions: number;
  /** Posts that mention it. */
  readonly posts: number;
  /** Threads that mention it. */
  readonly threads: number;
}

/**
 * Posts weigh most: a name that keeps coming back matters more than one repeated in a single conversation, so mentions
 * count by their square root and threads, the widest spread, multiply gently. 0 for what was never read.
 */
export function computeSalience(counts: SalienceCounts): number {
  const { mentions, posts, threads } = counts;
  if (mentions <= 0) return 0;
  return Math.sqrt(mentions * posts) * (1 + Math.log2(Math.max(1, threads)) / 4);
}
