// Examines sealed records: reads a table row by row, past damaged pages, and reports rows that are no longer as written.
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
  renderKey,
  renderSealKey,
  unreadable,
} from './examined-rows.ts';
import type { Connection } from './open-options.ts';
import { listColumns, nameKey, quote, sealParts } from './record-seal-store.ts';
import { type SealedTable, type SealedValue, sealRecord } from './seal-record.ts';

/**
 * Yields every row of a table, in the order of its key; rows that are gone may come last. If pages are damaged, reading
 * may begin again, so that an intact row comes twice. Changes nothing.
 */
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
  if (isIndexedBehind(connection, table, last)) {
    yield {
      damaged: { table: table.table, row: renderGap({ after: last, before: undefined }), what: 'is gone' },
    };
  }
  yield* iterateUnwitnessed(connection, table);
  if (parts !== undefined) yield* iterateFalseWitnesses(connection, table);
}

/**
 * Whether an index has a row after the last one that was read. The page that leads to a table's newest rows may have
 * been replaced by an older page. In this case, neither a gap nor another row's seal shows that the newest rows are
 * gone.
 */
function isIndexedBehind(connection: Connection, { table, key }: SealedTable, last: bigint): boolean {
  const indexes = connection
    .prepare<[string], string>('SELECT name FROM pragma_index_list(?) WHERE NOT partial')
    .pluck()
    .all(table);
  return indexes.some((index) => {
    const sql = `SELECT max(${quote(key[0] ?? '')}) FROM ${quote(table)} INDEXED BY ${quote(index)}`;
    const newest = readOne(() => connection.prepare<[], SealedValue[]>(sql).raw().safeIntegers().get());
    return Array.isArray(newest) && typeof newest[0] === 'bigint' && newest[0] > last;
  });
}

/** Yields rows whose seal in `record_seal` differs from the seal in the row itself. */
function* iterateFalseWitnesses(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const [key = ''] = table.key;
  const name = quote(table.table);
  const sealed = connection
    .prepare<[string], SealedValue[]>(
      `SELECT proof.owner FROM record_seal AS proof
       JOIN ${name} AS row ON row.${quote(key)} = proof.owner
       WHERE proof.table_name = ? AND proof.seal IS NOT row.seal ORDER BY proof.owner`,
    )
    .raw();
  try {
    for (const [owner] of sealed.iterate(table.table)) {
      yield { damaged: { table: 'record_seal', row: `of ${table.table} ${owner}`, what: changed } };
    }
  } catch (error) {
    // What cannot be read here has already been reported.
    if (!isUnreadable(error)) throw error;
  }
}

function* compareParts(table: SealedTable, { values, rest }: OwnRow): Generator<ExaminedRow> {
  const { parts } = table;
  if (parts === undefined) return;
  const stored = nameValues(table, values)[parts.column];
  const [key = null] = values;
  if (stored === sealParts(parts.table, key, (rest[2] ?? null) as string | null)) return;
  yield { damaged: { table: parts.table, row: String(key), what: changed } };
}

/** Finds missing rows by the seals in `record_seal`, which also has the seals of rows without parts. */
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
  /** The first row after the gap that can be read; undefined if there is none. */
  readonly before: bigint | undefined;
}

interface Search {
  /** Selects rows whose first value is `key`. */
  readonly sql: string;
  readonly key: string;
}

/** Reads rows in ascending order of a whole number. Yields a gap in place of rows that cannot be read. */
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

/**
 * The number of the first row after `bad` that can be read; undefined if there is none. The steps of the search are
 * first doubled, then halved.
 */
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
  /** The result of reading from `good` on. */
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

/** Compares each row with its seal. If pages are damaged, also compares each seal with its row. */
function* examineApart(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const named = new Set<string>();
  try {
    yield* recordDamaged(examineWhole(connection, table), named);
    return;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  // Starts again at the first row, because damaged keys do not show which rows were already read.
  yield* examineAgain(connection, table, named);
}

function* recordDamaged(rows: Iterable<ExaminedRow>, named: Set<string>): Generator<ExaminedRow> {
  for (const row of rows) {
    if ('damaged' in row) named.add(row.damaged.row);
    yield row;
  }
}

function* examineWhole(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  let known = 0;
  for (const row of readSealed(connection, table)) {
    known += 1;
    yield row;
  }
  if (known < countSeals(connection, table)) yield* iterateGone(connection, table);
}

/** Yields first the rows whose seals can be read, intact or damaged, and then the rows whose seals are lost. */
function* examineAgain(
  connection: Connection,
  table: SealedTable,
  named: Set<string>,
): Generator<ExaminedRow> {
  const proven = new Set<string>();
  for (const row of examineByKey(connection, table)) {
    if ('values' in row) proven.add(table.key.map((column) => String(row.values[column])).join('/'));
    else if (named.has(row.damaged.row)) continue;
    else named.add(row.damaged.row);
    yield row;
  }
  yield* findUnsealed(connection, table, (row) => proven.has(row) || named.has(row));
}

function* findUnsealed(
  connection: Connection,
  table: SealedTable,
  isKnown: (row: string) => boolean,
): Generator<ExaminedRow> {
  const keys = table.key.map((column) => `row.${quote(column)}`).join(', ');
  const all = connection
    .prepare<[], SealedValue[]>(`SELECT ${keys} FROM ${quote(table.table)} AS row ORDER BY ${keys}`)
    .raw()
    .safeIntegers();
  try {
    for (const key of iterateInOrder(all.iterate(), table.key.length)) {
      const row = renderKey(table, key);
      if (!isKnown(row)) yield { damaged: { table: table.table, row, what: 'cannot be checked' } };
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { damaged: { table: table.table, row: 'unknown', what: `${unreadable} or checked` } };
  }
}

/**
 * Reads each row with its seal. Without the "+", SQLite would compare with the type of the key column, and could not
 * use the index of the seals.
 */
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
  const sealBefore = connection
    .prepare<[string, SealedValue], string>(
      'SELECT seal FROM record_seal WHERE table_name = ? AND owner < ? ORDER BY owner DESC LIMIT 1',
    )
    .pluck();
  const width = table.key.length + table.columns.length;
  let former = none;
  for (const read of iterateInOrder(rows.iterate(), table.key.length)) {
    const row = { values: read.slice(0, width), rest: read.slice(width) };
    former = compareSeal(table, row, former);
    if (former.stored !== former.computed && table.isChain === true) {
      // The row before may be missing although its seal still exists.
      const before = sealBefore.get(table.table, row.values[0] ?? null) ?? null;
      former = compareSeal(table, row, { stored: before, computed: before });
    }
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

/** Yields the rows that are missing although their seals exist. */
function* iterateGone(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
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

/** For a table that cannot be read in order: looks up each row that has a seal, one after the other. */
function* examineByKey(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  let count = 0;
  const { owner, part } = nameKey(table, 'row');
  const keys = connection
    .prepare<[string], [SealedValue, SealedValue, string]>(
      'SELECT owner, part, seal FROM record_seal WHERE table_name = ? ORDER BY owner, part',
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
    for (const { owner: first, part: other, seal, former } of listSeals(keys.iterate(table.table))) {
      count += 1;
      const values = readOne(() => one.get(first, other));
      const what = checkRow(values, { table, seal, former: table.isChain === true ? former : null });
      if (what === undefined) yield { values: nameValues(table, values as SealedValue[]) };
      else yield { damaged: { table: table.table, row: renderSealKey(table, [first, other]), what } };
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield {
      damaged: { table: table.table, row: `number ${count + 1} and later`, what: `${unreadable} or checked` },
    };
  }
}

function* listSeals(
  keys: Iterable<[SealedValue, SealedValue, string]>,
): Generator<SealKey & { readonly former: string | null }> {
  let former: string | null = null;
  for (const [owner, part, seal] of iterateInOrder(keys, 2)) {
    yield { owner, part, seal, former };
    former = seal;
  }
}

/** What is wrong with the row of a seal; undefined if the row is intact. */
function checkRow(
  values: SealedValue[] | 'unreadable' | undefined,
  {
    table,
    seal,
    former,
  }: { readonly table: SealedTable; readonly seal: string; readonly former: string | null },
): string | undefined {
  if (values === undefined) return 'is gone';
  if (!Array.isArray(values)) return unreadable;
  return sealRecord(table.table, former, values) === seal ? undefined : changed;
}
