// Computes the seal of a row: a hash that shows later whether the row is still as it was written.
import { hash } from 'node:crypto';

export interface SealedTable {
  readonly table: string;
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** All other columns except `seal`. */
  readonly columns: readonly string[];
  /**
   * Whether rows are only ever appended, with ascending numbers. If so, each seal also covers the seal before it, and
   * the seals form a chain.
   */
  readonly isChain?: boolean;
  /**
   * Whether the seal is in a column `seal` of the row itself. The code that writes the row also writes the seal,
   * because a trigger would take longer than writing the row.
   */
  readonly isOwn?: boolean;
  /**
   * An SQL expression for something else that the row's own seal covers, such as the number of its last change. In the
   * expression, `row` is the row.
   */
  readonly note?: string;
  /** Whether SQLite records the number that was given last, in `sqlite_sequence`. */
  readonly isCounted?: boolean;
  /**
   * The rows of another table that are parts of a row of this table. All parts of a row share one seal, in a column of
   * this table. It is null if there are no parts.
   */
  readonly parts?: SealedParts;
}

interface SealedParts {
  readonly table: string;
  /** The column of the other table that refers to the row of this table. */
  readonly owner: string;
  /** The column of this table with the seal of the parts. */
  readonly column: string;
  /**
   * An SQL expression that gives all parts as one text, or NULL if there are none. In the expression, `row` is the row
   * of this table.
   */
  readonly text: string;
}

export type SealedValue = string | number | bigint | Uint8Array | null;

/**
 * A seal has this many base64 digits: 132 bits of SHA-256. It is a text, because making a buffer takes longer than
 * computing the hash.
 */
const sealDigits = 22;

/**
 * Computes the seal of a row of `table`. If rows are only appended to the table, `former` is the seal of the row
 * before, so that the seals form a chain; otherwise it is null.
 */
export function sealRecord(table: string, former: string | null, values: readonly SealedValue[]): string {
  let text = `${table};${former ?? ''}`;
  for (const value of values) text += `;${renderValue(value)}`;
  return hash('sha256', text, 'base64').slice(0, sealDigits);
}

/**
 * Different lists of values never give the same text, because each value is written with its type, and each text with
 * its length. A whole number gives the same text as `number` and as `bigint`. An equal real number gives this text
 * too, which does no harm, because the column of a strict table shows the type.
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
