// Wiki data: what the page contains so that it can show the glossary as of the end of any chapter.

/** A `stop` is a reader's place: 0 before the first chapter, 1 at its end, and so on. */
export interface WikiData {
  /** The key under which a browser stores the reader's place. */
  readonly key: string;
  readonly title: string;
  /** The place for which the page was made; undefined if it contains everything that was read. */
  readonly asOf: string | undefined;
  readonly stops: readonly WikiStop[];
  readonly posts: readonly WikiPost[];
  readonly quotes: readonly WikiQuote[];
  readonly entries: readonly WikiEntry[];
}

export interface WikiStop {
  readonly title: string;
  /** Stops of the same thread have the same value. */
  readonly thread: string;
}

export interface WikiPost {
  /** How a person cites the post. */
  readonly label: string;
  readonly stop: number;
  readonly author?: string;
  /** The web address at which the post was posted. */
  readonly url?: string;
  /** The whole text of the post, if the options ask for it. */
  readonly text?: string;
}

export interface WikiQuote {
  /** The index of the post in the list of posts. */
  readonly post: number;
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

export interface WikiEntry {
  readonly id: number;
  /** In the order of their stops. */
  readonly versions: readonly WikiVersion[];
}

/** What changed in an entry by a stop; omitted fields are as in the previous version. */
export interface WikiVersion extends Partial<WikiFields> {
  readonly stop: number;
}

export type WikiRelation = readonly [wording: string, inverse: string, to: number, quote: number];

export interface WikiFields {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly isConfirmed: boolean;
  /** Whether nothing that was read up to the stop says what the entry is. */
  readonly isUnexplained: boolean;
  /** For example `character`; empty if the kind is unknown. */
  readonly kind: string;
  /** The stop at which the story first names the entry, as far as known at this version's stop. */
  readonly first: number;
  readonly quotes: readonly number[];
  /** Indexes of quotes that do not name the entry; each of them follows a quote that does, or another of them. */
  readonly supporting: readonly number[];
  /**
   * Relations of the entry: the wording from this entry's side, the wording from the other entry's side, the other's
   * id, and the index of the quote.
   */
  readonly relations: readonly WikiRelation[];
  /** Mentions at each stop that has any. */
  readonly seen: readonly (readonly [stop: number, mentions: number])[];
  /** Whether the entry does not exist at this version's stop. */
  readonly isGone: boolean;
  readonly into: number | undefined;
}
