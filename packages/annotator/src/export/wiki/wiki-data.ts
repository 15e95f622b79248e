// Wiki data: what the page holds, so that it can show the glossary as it stood at the end of any chapter.

/** Numbers called `stop` are places of a reader: 0 before the first chapter, 1 at its end, and so on. */
export interface WikiData {
  /** Under which a browser keeps the reader's place. */
  readonly key: string;
  readonly title: string;
  /** Undefined where the page holds all that was read; else the reader it was made for. */
  readonly asOf: string | undefined;
  readonly stops: readonly WikiStop[];
  readonly posts: readonly WikiPost[];
  readonly quotes: readonly WikiQuote[];
  readonly entries: readonly WikiEntry[];
}

export interface WikiStop {
  readonly title: string;
  /** Two stops of one thread have the same. */
  readonly thread: string;
}

export interface WikiPost {
  /** As a person cites it. */
  readonly label: string;
  readonly stop: number;
  readonly author?: string;
  /** The whole post, where that was asked for. */
  readonly text?: string;
}

export interface WikiQuote {
  /** Index into the posts. */
  readonly post: number;
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

export interface WikiEntry {
  readonly id: number;
  /** By rising stop. */
  readonly versions: readonly WikiVersion[];
}

/** What changed of an entry by a stop; what is left out is as it was in the version before. */
export interface WikiVersion extends Partial<WikiFields> {
  readonly stop: number;
}

export interface WikiFields {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly isConfirmed: boolean;
  /** Such as `character`; empty when unknown. */
  readonly kind: string;
  /** Where the story first names it, as was known then. */
  readonly first: number;
  /** Indexes into the quotes. */
  readonly quotes: readonly number[];
  /** How often its names are met up to each stop where they are: pairs of stop and mentions. */
  readonly seen: readonly (readonly [stop: number, mentions: number])[];
  /** Not an entry at that stop. */
  readonly isGone: boolean;
  /** The entry it turned out to be. */
  readonly into: number | undefined;
}
