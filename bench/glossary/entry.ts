// Entry: what a reader recorded, as the measuring side keeps it.

export interface Entry {
  readonly id: number;
  readonly term: string;
  aliases: readonly string[];
  definition: string;
  tags: readonly string[];
  evidence: readonly EvidenceRow[];
  updates: number;
}

export interface EvidenceRow {
  readonly postId: number;
  readonly quote: string;
}

export interface RankedEntry extends Entry {
  readonly salience: number;
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
  readonly firstPost: number | undefined;
}
