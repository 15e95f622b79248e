// Sealing a record: a hash of a row's values, by which it is known later whether it is still what was written.
import { hash } from 'node:crypto';

/** A table whose rows are sealed. */
export interface SealedTable {
  readonly table: string;
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
  /** All its other columns but `seal`. */
  readonly columns: readonly string[];
  /**
   * Whether rows are only ever appended, with ascending numbers: each seal then covers the one before it, so that they
   * form a chain.
   */
  readonly isChain?: boolean;
  /** The seal stands in the row, in a column `seal`, and whoever writes the row writes it: a trigger would cost more than the row. */
  readonly isOwn?: boolean;
  /**
   * An SQL expression for something else that the row's own seal covers, such as the number of its last change; `row`
   * is the row.
   */
  readonly note?: string;
  /** Whether SQLite notes which number was given last, in `sqlite_sequence`. */
  readonly isCounted?: boolean;
  /**
   * Rows of another table (parts) that are sealed together; the seal is in a column of this table, null if there are
   * none.
   */
  readonly parts?: SealedParts;
}

interface SealedParts {
  readonly table: string;
  /** The column of the other table that names the row of this one. */
  readonly owner: string;
  /** The column of this table that seals them. */
  readonly column: string;
  /** An SQL expression for all parts as one text, or null if there are none; `row` is the row of this table. */
  readonly text: string;
}

export type SealedValue = string | number | bigint | Uint8Array | null;

/** Digits of a seal in base 64: 132 bits of SHA-256. Kept as text, because a buffer costs more than its hash. */
const sealDigits = 22;

/**
 * The seal of a row of `table`. For a table that is only appended to, `former` is the seal before, so that the seals
 * form a chain; otherwise it is null.
 */
export function sealRecord(table: string, former: string | null, values: readonly SealedValue[]): string {
  let text = `${table};${former ?? ''}`;
  for (const value of values) text += `;${renderValue(value)}`;
  return hash('sha256', text, 'base64').slice(0, sealDigits);
}

/**
 * No two different lists of values give the same text: each value says its type, and a text its length. A whole number
 * gives the same text in whichever form the driver returns it; a strict table knows its type.
 */
function renderValue(value: SealedValue): string {
  if (value === null) return 'n';
  if (typeof value === 'string') return `t${value.length}:${value}`;
  if (typeof value === 'bigint' || Number.isInteger(value)) return `i${value}`;
  if (typeof value === 'number') return `f${renderBits(value)}`;
  return `b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
}

function renderBits(value: number): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}
