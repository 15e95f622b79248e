// Entry: what a reader recorded, as the measuring side keeps it.

export interface RankedEntry {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceRow[];
  readonly salience: number;
  readonly firstPost: number | undefined;
}

/** A quote and where it is said to stand. */
export interface EvidenceRow {
  readonly postId: number;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}
