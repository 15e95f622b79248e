// Entry: what a reader recorded, in the shape in which the bench compares it.

export interface RankedEntry {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceRow[];
  readonly salience: number;
  readonly firstPost: number | undefined;
}

/** A quote, and the place that the reader gave for it. */
export interface EvidenceRow {
  readonly postId: number;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}
