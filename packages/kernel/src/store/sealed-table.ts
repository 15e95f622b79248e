// Sealed table: what a store says of a table whose rows are proven by seals.

/** A table whose rows are sealed. */
export interface SealedTable {
  readonly table: string;
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
  /** All its other columns but `seal`. */
  readonly columns: readonly string[];
  /** Rows are appended under rising numbers and nothing else: each seal covers the one before it, so that all are a chain. */
  readonly isChain?: boolean;
  /** The seal stands in the row, in a column `seal`, and whoever writes the row writes it: a trigger would cost more than the row. */
  readonly isOwn?: boolean;
  /** An expression of what the row's own seal covers besides, where `row` is the row: such as the number of its last change. */
  readonly note?: string;
  /** Whether SQLite notes which number was given last, in `sqlite_sequence`. */
  readonly isCounted?: boolean;
  /** Rows of another table that are sealed together, in a column of this one: null where there are none. */
  readonly parts?: SealedParts;
}

export interface SealedParts {
  readonly table: string;
  /** The column of theirs that names the row of this table. */
  readonly owner: string;
  /** The column of this table that seals them. */
  readonly column: string;
  /** An expression that answers all of them as one text, null without any, where `row` is the row of this table. */
  readonly text: string;
}
