// Examined rows: the result of comparing a row with its seal, and how rows are read in order past damage.
import Database from 'better-sqlite3';
import { type SealedTable, type SealedValue, sealRecord } from './seal-record.ts';

/** A damaged row, and where to find it. */
export interface DamagedRow {
  readonly table: string;
  /** The key of the row. If the key has several columns, their values are separated by `/`. */
  readonly row: string;
  /** The end of a sentence whose subject is the row, such as "is gone". */
  readonly what: string;
}

/** An intact row, with its values by column, or a damaged row. */
export type ExaminedRow =
  | {
      readonly values: Readonly<Record<string, SealedValue>>;
      /**
       * Whether nothing proves that the row is as it was written, because its seal also covers the seal before it,
       * which is lost.
       */
      readonly isUnproven?: boolean;
    }
  | { readonly damaged: DamagedRow };

export const unreadable = 'cannot be read';

export const changed = 'is not what was written';

/** Whether an error means that this part of the file cannot be read. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof OutOfOrder) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/u.test(error.code);
}

/** The seal of the row before, which the next seal also covers. */
export interface Former {
  readonly stored: string | null;
  /**
   * The seal that the row should have. If only the stored seal was damaged, the next row's seal still covers the right
   * one.
   */
  readonly computed: string | null;
}

export const none: Former = { stored: null, computed: null };

/** Thrown at a row that is out of order. A damaged page may lead back to an earlier page, so reading must stop. */
export class OutOfOrder extends Error {}

export function* iterateInOrder<Row extends readonly SealedValue[]>(
  rows: Iterable<Row>,
  width: number,
): Generator<Row> {
  let former: Row | undefined;
  for (const row of rows) {
    if (former !== undefined && compareKeys(former, row, width) >= 0) throw new OutOfOrder();
    yield row;
    former = row;
  }
}

/** Compares keys in SQLite's order: numbers first, then texts by their bytes. */
function compareKeys(one: readonly SealedValue[], other: readonly SealedValue[], width: number): number {
  for (let at = 0; at < width; at += 1) {
    const [a = null, b = null] = [one[at], other[at]];
    const order = compareValues(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(one: SealedValue, other: SealedValue): number {
  const [isText, isOtherText] = [typeof one === 'string', typeof other === 'string'];
  if (isText !== isOtherText) return isText ? 1 : -1;
  if (isText) return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  if (one === other) return 0;
  return Number(one) < Number(other) ? -1 : 1;
}

export interface OwnRow {
  readonly values: readonly SealedValue[];
  /** The row's seal, the value of its note, and its parts as one text. */
  readonly rest: readonly SealedValue[];
}

/**
 * The stored seal of a row and the seal that it should have. If the seal before it is lost, the stored one is assumed
 * to be right.
 */
export function compareSeal(
  table: SealedTable,
  { values, rest }: OwnRow,
  former: Former | undefined,
): Former {
  const [stored = null, noted = null] = rest as [string | null, SealedValue];
  const sealed = table.note === undefined ? values : [...values, noted];
  if (table.isChain !== true) return { stored, computed: sealRecord(table.table, null, sealed) };
  if (former === undefined) return { stored, computed: stored ?? '' };
  const computed = sealRecord(table.table, former.stored, sealed);
  if (computed === stored || former.computed === former.stored) return { stored, computed };
  const mended = sealRecord(table.table, former.computed, sealed);
  return { stored, computed: mended === stored ? mended : computed };
}

export function nameValues({ key, columns }: SealedTable, values: readonly SealedValue[]) {
  return Object.fromEntries([...key, ...columns].map((name, index) => [name, values[index] ?? null]));
}

export function readOne(read: () => SealedValue[] | undefined): SealedValue[] | 'unreadable' | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return 'unreadable';
  }
}

export function renderKey({ key }: SealedTable, values: readonly SealedValue[]): string {
  return values
    .slice(0, key.length)
    .map((value) => String(value))
    .join('/');
}

export function renderSealKey(
  { key }: SealedTable,
  [owner, part]: readonly [SealedValue, SealedValue],
): string {
  return key.length === 1 ? String(owner) : `${owner}/${part}`;
}
