// Examines sealed records: reads a table row by row, past pages that are damaged, and says what is not as it was written.

import Database from 'better-sqlite3';
import type { Connection } from './open-options.ts';
import { listColumns, nameKey, quote, sealParts } from './record-seal-store.ts';
import { type SealedValue, sealRecord } from './seal-record.ts';
import type { SealedTable } from './sealed-table.ts';

/** A row that is not what was written, as a person can look it up. */
export interface DamagedRow {
  readonly table: string;
  /** Its key; several columns of it are parted by `/`. */
  readonly row: string;
  /** How the sentence goes on that begins with the row: "is gone". */
  readonly what: string;
}

/** A sound row by the names of its columns, or one that is not. */
export type ExaminedRow =
  | { readonly values: Readonly<Record<string, SealedValue>> }
  | { readonly damaged: DamagedRow };

const unreadable = 'cannot be read';
const changed = 'is not what was written';

/** Every row of a table, in the order of its key. Changes nothing. */
export function* examineRows(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  if (table.isOwn === true) yield* examineOwn(connection, table);
  else yield* examineApart(connection, table);
}

/** Whether an error says that the file cannot be read where it was looked at. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof OutOfOrder) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/u.test(error.code);
}

/** What the row before bore: unknown where it is gone. */
interface Former {
  readonly stored: string | null;
  /** What it comes to: where only the seal was damaged, the next row still covers the right one. */
  readonly computed: string | null;
}

const none: Former = { stored: null, computed: null };

/** A damaged page may lead round in a circle: what does not come in its order is not read on. */
class OutOfOrder extends Error {}

function* inOrder<Row extends readonly SealedValue[]>(rows: Iterable<Row>, width: number): Generator<Row> {
  let former: Row | undefined;
  for (const row of rows) {
    if (former !== undefined && compareKeys(former, row, width) >= 0) throw new OutOfOrder();
    yield row;
    former = row;
  }
}

/** As SQLite orders them: numbers, texts by their bytes. */
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

function* examineOwn(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const [key = ''] = table.key;
  const width = table.key.length + table.columns.length;
  const { parts, note = 'NULL' } = table;
  const sql = `SELECT ${listColumns(table, 'row')}, row.seal, ${note}, ${parts?.text ?? 'NULL'}
    FROM ${quote(table.table)} AS row`;
  let former: Former | undefined = none;
  let last = 0n;
  for (const read of readPastDamage(connection, { sql, key: `row.${quote(key)}` })) {
    if (!Array.isArray(read)) {
      yield { damaged: { table: table.table, row: renderGap(read), what: unreadable } };
      former = undefined;
      last = (read.before ?? highest) - 1n;
      continue;
    }
    const id = read[0] as bigint;
    if (id > last + 1n) {
      yield { damaged: { table: table.table, row: renderGap({ after: last, before: id }), what: 'is gone' } };
      former = undefined;
    }
    const row = { values: read.slice(0, width), rest: read.slice(width) };
    const seals = compareSeal(table, row, former);
    yield seals.stored === seals.computed
      ? { values: nameValues(table, row.values) }
      : { damaged: { table: table.table, row: String(id), what: changed } };
    yield* compareParts(table, row);
    former = seals;
    last = id;
  }
  yield* findUnwitnessed(connection, table);
}

interface OwnRow {
  readonly values: readonly SealedValue[];
  /** The seal, what it notes besides, and its parts as one text. */
  readonly rest: readonly SealedValue[];
}

/** The seal that stands there, and the one that should. Where the one before is gone, what stands there must do. */
function compareSeal(table: SealedTable, { values, rest }: OwnRow, former: Former | undefined): Former {
  const [stored = null, noted = null] = rest as [string | null, SealedValue];
  const sealed = table.note === undefined ? values : [...values, noted];
  if (table.isChain !== true) return { stored, computed: sealRecord(table.table, null, sealed) };
  if (former === undefined) return { stored, computed: stored ?? '' };
  const computed = sealRecord(table.table, former.stored, sealed);
  if (computed === stored || former.computed === former.stored) return { stored, computed };
  const mended = sealRecord(table.table, former.computed, sealed);
  return { stored, computed: mended === stored ? mended : computed };
}

function* compareParts(table: SealedTable, { values, rest }: OwnRow): Generator<ExaminedRow> {
  const { parts } = table;
  if (parts === undefined) return;
  const stored = nameValues(table, values)[parts.column];
  const [key = null] = values;
  if (stored === sealParts(parts.table, key, (rest[2] ?? null) as string | null)) return;
  yield { damaged: { table: parts.table, row: String(key), what: changed } };
}

/** Rows that nothing else refers to are noted apart, so that they are missed. */
function* findUnwitnessed(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  try {
    yield* findGone(connection, table);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { damaged: { table: 'record_seal', row: `of ${table.table}`, what: unreadable } };
  }
}

function nameValues({ key, columns }: SealedTable, values: readonly SealedValue[]) {
  return Object.fromEntries([...key, ...columns].map((name, index) => [name, values[index] ?? null]));
}

interface Gap {
  readonly after: bigint;
  /** The first row that can be read again; undefined at the end. */
  readonly before: bigint | undefined;
}

interface Search {
  /** Selects rows whose first value is `key`. */
  readonly sql: string;
  readonly key: string;
}

/** Rows by a whole number, ascending; in place of those that cannot be read, where they stand. */
function* readPastDamage(connection: Connection, search: Search): Generator<SealedValue[] | Gap> {
  const { sql, key } = search;
  const from = connection
    .prepare<[bigint], SealedValue[]>(`${sql} WHERE ${key} >= ? ORDER BY ${key}`)
    .raw()
    .safeIntegers();
  let next = lowest;
  for (;;) {
    try {
      for (const row of inOrder(from.iterate(next), 1)) {
        yield row;
        next = (row[0] as bigint) + 1n;
      }
      return;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    const before = findReadable(connection, search, next);
    yield { after: next - 1n, before };
    if (before === undefined) return;
    next = before;
  }
}

const lowest = 1n;
const highest = 2n ** 53n;

/** The first number after `bad` from which on a row can be read, where none can at it. Steps double, then halve. */
function findReadable(connection: Connection, { sql, key }: Search, bad: bigint): bigint | undefined {
  const first = connection
    .prepare<[bigint], SealedValue[]>(`${sql} WHERE ${key} >= ? ORDER BY ${key} LIMIT 1`)
    .raw()
    .safeIntegers();
  const probe = (from: bigint): Probe => {
    const row = readOne(() => first.get(from));
    if (row === undefined || row === 'unreadable') return row;
    return row[0] as bigint;
  };
  let [last, good] = [bad, bad + 1n];
  let found = probe(good);
  while (found === 'unreadable' && good < highest) {
    [last, good] = [good, good + (good - bad)];
    found = probe(good);
  }
  return narrow(probe, { bad: last, good, found });
}

type Probe = bigint | 'unreadable' | undefined;

interface Range {
  readonly bad: bigint;
  readonly good: bigint;
  /** What is read from `good` on. */
  readonly found: Probe;
}

function narrow(probe: (from: bigint) => Probe, { bad, good, found }: Range): bigint | undefined {
  if (found === 'unreadable') return undefined;
  if (good - bad <= 1n) return found;
  const middle = (bad + good) / 2n;
  const tried = probe(middle);
  return tried === 'unreadable'
    ? narrow(probe, { bad: middle, good, found })
    : narrow(probe, { bad, good: middle, found: tried });
}

function renderGap({ after, before }: Gap): string {
  const first = after + 1n;
  if (before === undefined) return `${first} and later`;
  return before - 1n === first ? String(first) : `${first} to ${before - 1n}`;
}

function* examineApart(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  let known = 0;
  try {
    for (const row of readSealed(connection, table)) {
      known += 1;
      yield row;
    }
    if (known < countSeals(connection, table)) yield* findGone(connection, table);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield* examineByKey(connection, { table, skipped: known });
  }
}

/** Each row beside its seal. The "+" takes away the column's affinity, without which the seals' index is not used. */
function* readSealed(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const { owner, part } = nameKey(table, 'row');
  const rows = connection
    .prepare<[], SealedValue[]>(
      `SELECT ${listColumns(table, 'row')}, proof.seal FROM ${quote(table.table)} AS row
       LEFT JOIN record_seal AS proof ON proof.table_name = '${table.table}' AND proof.owner = +${owner}
         AND proof.part = +${part} ORDER BY ${table.key.map((column) => `row.${quote(column)}`).join(', ')}`,
    )
    .raw()
    .safeIntegers();
  const width = table.key.length + table.columns.length;
  let former = none;
  for (const read of inOrder(rows.iterate(), table.key.length)) {
    const row = { values: read.slice(0, width), rest: read.slice(width) };
    former = compareSeal(table, row, former);
    yield former.stored === former.computed
      ? { values: nameValues(table, row.values) }
      : { damaged: { table: table.table, row: renderKey(table, row.values), what: changed } };
  }
}

interface SealKey {
  readonly owner: SealedValue;
  readonly part: SealedValue;
  readonly seal: string;
}

function countSeals(connection: Connection, { table }: SealedTable): number {
  const count = connection.prepare<[string], number>('SELECT count(*) FROM record_seal WHERE table_name = ?');
  return count.pluck().get(table) ?? 0;
}

/** Seals whose rows are not there any more. */
function* findGone(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const { owner, part } = nameKey(table, 'row');
  const gone = connection.prepare<[string], Pick<SealKey, 'owner' | 'part'>>(
    `SELECT owner, part FROM record_seal WHERE table_name = ? AND NOT EXISTS (
       SELECT 1 FROM ${quote(table.table)} AS row WHERE ${owner} = record_seal.owner AND ${part} = record_seal.part)
     ORDER BY owner, part`,
  );
  for (const { owner: first, part: other } of gone.iterate(table.table)) {
    yield { damaged: { table: table.table, row: renderSealKey(table, [first, other]), what: 'is gone' } };
  }
}

/** Where the table cannot be read in its order: each row that has a seal, one after the other. */
function* examineByKey(
  connection: Connection,
  { table, skipped }: { readonly table: SealedTable; readonly skipped: number },
): Generator<ExaminedRow> {
  const { owner, part } = nameKey(table, 'row');
  const keys = connection
    .prepare<[string, number], [SealedValue, SealedValue, string]>(
      'SELECT owner, part, seal FROM record_seal WHERE table_name = ? ORDER BY owner, part LIMIT -1 OFFSET ?',
    )
    .raw()
    .safeIntegers();
  const one = connection
    .prepare<[SealedValue, SealedValue], SealedValue[]>(
      `SELECT ${listColumns(table, 'row')} FROM ${quote(table.table)} AS row WHERE ${owner} = ? AND ${part} = ?`,
    )
    .raw()
    .safeIntegers();
  try {
    for (const [first, other, seal] of inOrder(keys.iterate(table.table, skipped), 2)) {
      const row = renderSealKey(table, [first, other]);
      const values = readOne(() => one.get(first, other));
      const isSound =
        Array.isArray(values) && (table.isChain === true || sealRecord(table.table, null, values) === seal);
      if (isSound) yield { values: nameValues(table, values) };
      else
        yield { damaged: { table: table.table, row, what: values === undefined ? 'is gone' : unreadable } };
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield {
      damaged: { table: table.table, row: `after ${skipped} others`, what: `${unreadable} or proven` },
    };
  }
}

function readOne(read: () => SealedValue[] | undefined): SealedValue[] | 'unreadable' | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return 'unreadable';
  }
}

function renderKey({ key }: SealedTable, values: readonly SealedValue[]): string {
  return values
    .slice(0, key.length)
    .map((value) => String(value))
    .join('/');
}

function renderSealKey({ key }: SealedTable, [owner, part]: readonly [SealedValue, SealedValue]): string {
  return key.length === 1 ? String(owner) : `${owner}/${part}`;
}
