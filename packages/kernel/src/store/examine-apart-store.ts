// Examines records whose seals stand apart: each row beside its seal, and where pages are damaged, each seal beside its row.

import {
  changed,
  compareSeal,
  type ExaminedRow,
  isUnreadable,
  iterateInOrder,
  nameValues,
  none,
  readOne,
  renderKey,
  renderSealKey,
  unreadable,
} from './examined-rows.ts';
import type { Connection } from './open-options.ts';
import { listColumns, nameKey, quote } from './record-seal-store.ts';
import { type SealedValue, sealRecord } from './seal-record.ts';
import type { SealedTable } from './sealed-table.ts';

export function* examineApart(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
  const named = new Set<string>();
  try {
    yield* recordDamaged(examineWhole(connection, table), named);
    return;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  // From the first one on: among damaged keys it is not known by their number which were met.
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

/** What the seals that can be read prove, and then the rows that are left: theirs are lost. */
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
      if (!isKnown(row)) yield { damaged: { table: table.table, row, what: 'cannot be proven' } };
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { damaged: { table: table.table, row: 'unknown', what: `${unreadable} or proven` } };
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
      // The row before may be gone: its seal is not.
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

/** Seals whose rows are not there any more. */
export function* iterateGone(connection: Connection, table: SealedTable): Generator<ExaminedRow> {
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
      damaged: { table: table.table, row: `after ${count} others`, what: `${unreadable} or proven` },
    };
  }
}

/** Each with the seal before it. */
function* listSeals(
  keys: Iterable<[SealedValue, SealedValue, string]>,
): Generator<SealKey & { readonly former: string | null }> {
  let former: string | null = null;
  for (const [owner, part, seal] of iterateInOrder(keys, 2)) {
    yield { owner, part, seal, former };
    former = seal;
  }
}

/** What is wrong with the row of a seal; undefined for a sound one. */
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
