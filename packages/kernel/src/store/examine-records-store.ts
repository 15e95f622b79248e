// Examines sealed records: reads a table row by row, past pages that are damaged, and says what is not as it was written.

import { examineApart, iterateGone } from './examine-apart-store.ts';
import {
  changed,
  compareSeal,
  type ExaminedRow,
  type Former,
  isUnreadable,
  iterateInOrder,
  nameValues,
  none,
  type OwnRow,
  readOne,
  unreadable,
} from './examined-rows.ts';
import type { Connection } from './open-options.ts';
import { listColumns, quote, sealParts } from './record-seal-store.ts';
import type { SealedValue } from './seal-record.ts';
import type { SealedTable } from './sealed-table.ts';

/** Every row of a table, in the order of its key; a sound one may come twice where pages are damaged. Changes nothing. */
export function* examineRows(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  if (table.isOwn === true) yield* examineOwn(connection, table);
  else yield* examineApart(connection, table);
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
      ? { values: nameValues(table, row.values), isUnproven: table.isChain === true && former === undefined }
      : { damaged: { table: table.table, row: String(id), what: changed } };
    yield* compareParts(table, row);
    former = seals;
    last = id;
  }
  yield* iterateUnwitnessed(connection, table);
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
function* iterateUnwitnessed(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  try {
    yield* iterateGone(connection, table);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { damaged: { table: 'record_seal', row: `of ${table.table}`, what: unreadable } };
  }
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
      for (const row of iterateInOrder(from.iterate(next), 1)) {
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
  return searchBetween(probe, { bad: last, good, found });
}

type Probe = bigint | 'unreadable' | undefined;

interface Range {
  readonly bad: bigint;
  readonly good: bigint;
  /** What is read from `good` on. */
  readonly found: Probe;
}

function searchBetween(probe: (from: bigint) => Probe, { bad, good, found }: Range): bigint | undefined {
  if (found === 'unreadable') return undefined;
  if (good - bad <= 1n) return found;
  const middle = (bad + good) / 2n;
  const tried = probe(middle);
  return tried === 'unreadable'
    ? searchBetween(probe, { bad: middle, good, found })
    : searchBetween(probe, { bad, good: middle, found: tried });
}

function renderGap({ after, before }: Gap): string {
  const first = after + 1n;
  if (before === undefined) return `${first} and later`;
  return before - 1n === first ? String(first) : `${first} to ${before - 1n}`;
}
