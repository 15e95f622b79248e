// Checks the newest record of each chain when a store is opened: what was written last is what is built upon next.

import { StorageError } from '../base/errors.ts';
import { damageAdvice } from './damage-advice.ts';
import type { Connection, OpenOptions } from './open-options.ts';
import { listColumns, quote } from './record-seal-store.ts';
import { type SealedValue, sealRecord } from './seal-record.ts';
import type { SealedTable } from './sealed-table.ts';

/** Throws `StorageError` (`store.damaged`) that names the row. Costs the same whatever the store holds. */
export function checkNewest(
  connection: Connection,
  { path, sealed = [] }: Pick<OpenOptions, 'path' | 'sealed'>,
): void {
  for (const table of sealed) {
    const row = table.isChain === true ? findFalseEnd(connection, table) : undefined;
    if (row !== undefined) throw refuseDamagedRow(path, { table: table.table, row });
  }
}

/** A row that does not hold, as an error that says what to do. */
function refuseDamagedRow(
  path: string,
  { table, row }: { readonly table: string; readonly row: string },
): StorageError {
  return new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: row ${row} of the table ${table} is not what was written.`,
    todo: damageAdvice,
  });
}

/** The key of the newest row, where its seal is not the one that it and the row before come to. */
function findFalseEnd(connection: Connection, table: SealedTable): string | undefined {
  const newest = connection.prepare<[], SealedValue[]>(renderNewest(table)).raw().safeIntegers().get();
  if (newest === undefined) return undefined;
  const values = newest.slice(0, -2);
  const [stored, former] = newest.slice(-2) as [string | null, string | null];
  return stored === sealRecord(table.table, former, values) ? undefined : String(values[0]);
}

function renderNewest(table: SealedTable): string {
  const [key = ''] = table.key.map(quote);
  const name = quote(table.table);
  const apart = `SELECT seal FROM record_seal WHERE table_name = '${table.table}'`;
  const [own, before] = table.isOwn
    ? ['row.seal', `SELECT seal FROM ${name} WHERE ${key} < row.${key} ORDER BY ${key} DESC LIMIT 1`]
    : [`(${apart} AND owner = row.${key})`, `${apart} AND owner < row.${key} ORDER BY owner DESC LIMIT 1`];
  return `SELECT ${listColumns(table, 'row')}, ${own}, (${before}) FROM ${name} AS row ORDER BY row.${key} DESC LIMIT 1`;
}
