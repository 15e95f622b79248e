// Checks to which program a database file belongs, and whether this version can read it, before anything is changed.
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import { readSchemaVersion } from './migrations.ts';
import type { Connection, OpenOptions } from './open-options.ts';
import { listColumns, quote } from './record-seal-store.ts';
import { type SealedTable, type SealedValue, sealRecord } from './seal-record.ts';
import { registerFunctions } from './sql-functions.ts';
import { renderDamageAdvice } from './storage-errors.ts';

/**
 * Throws `StorageError` for a file of another program, of a newer version, or of an older version that must not be
 * written.
 */
export function checkIdentity(connection: Connection, options: OpenOptions): void {
  const newest = options.migrations.at(-1)?.version ?? 0;
  const stored = readSchemaVersion(connection);
  if (!isOurs(connection, options, stored)) {
    throw new StorageError({
      code: 'store.foreign',
      happened: `${options.path} is a database of another program, not ${options.title}.`,
      todo: 'Move it away, or name another folder. It was not changed.',
    });
  }
  if (options.schema === 'foreign') return;
  if (options.readonly === true && newest > stored) throw refuseOlder(options, { stored, newest });
  if (stored > newest) {
    throw new StorageError({
      code: 'store.newer-version',
      happened: `${options.path} was written by a newer Terrarium (schema ${stored}; this one knows ${newest}).`,
      todo: 'Update Terrarium, or open another world. Nothing was changed.',
    });
  }
}

interface Versions {
  readonly stored: number;
  readonly newest: number;
}

function refuseOlder(options: OpenOptions, { stored, newest }: Versions): StorageError {
  return new StorageError({
    code: 'store.older-version',
    happened: `${options.path} was written by an older Terrarium (schema ${stored}; this one needs ${newest}) and cannot be written to.`,
    todo: 'Make its folder writable so that the database can be migrated, or copy the world to a place that is writable.',
  });
}

/**
 * Whether the file is ours: it has our mark, or is empty, or is older than the mark and has the tables of the version
 * that it names. Any file is, if the store has no mark.
 */
function isOurs(connection: Connection, options: OpenOptions, stored: number): boolean {
  if (options.applicationId === undefined) return true;
  const mark = Number(connection.pragma('application_id', { simple: true }));
  if (mark === options.applicationId) return true;
  if (mark !== 0) return false;
  const tables = listTables(connection);
  if (stored === 0) return tables.length === 0;
  return listTablesOf(options, stored).every((table) => tables.includes(table));
}

function listTablesOf(options: OpenOptions, version: number): readonly string[] {
  const model = new Database(':memory:');
  try {
    registerFunctions(model, options.functions);
    for (const migration of options.migrations) if (migration.version <= version) model.exec(migration.sql);
    return listTables(model);
  } finally {
    model.close();
  }
}

function listTables(connection: Connection): readonly string[] {
  return connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
}

/**
 * Checks the newest row of each sealed table whose rows are only appended. Throws a `StorageError` (`store.damaged`)
 * that names the row. A large store takes no longer than a small one.
 */
export function checkNewest(
  connection: Connection,
  { path, sealed = [] }: Pick<OpenOptions, 'path' | 'sealed'>,
): void {
  for (const table of sealed) {
    const row = table.isChain === true ? findFalseEnd(connection, table) : undefined;
    if (row !== undefined) throw refuseDamagedRow(path, { table: table.table, row });
  }
}

/**
 * The key of a row that does not match its seal, among the rows with this value in the column; undefined if all match.
 */
export function findChangedRow(
  connection: Connection,
  table: SealedTable,
  { column, value }: { readonly column: string; readonly value: SealedValue },
): string | undefined {
  const rows = connection.prepare<[SealedValue], SealedValue[]>(
    `${renderSealed(table)} WHERE row.${quote(column)} = ?`,
  );
  const changed = rows
    .raw()
    .safeIntegers()
    .all(value)
    .find((row) => isChanged(table, row));
  return changed && String(changed[0]);
}

/** The error for a row that does not match its seal. It says what to do. */
export function refuseDamagedRow(
  path: string,
  { table, row }: { readonly table: string; readonly row: string },
): StorageError {
  return new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: row ${row} of the table ${table} is not what was written.`,
    todo: renderDamageAdvice(path),
  });
}

/** The key of the newest row if it does not match its seal. */
function findFalseEnd(connection: Connection, table: SealedTable): string | undefined {
  const newest = connection.prepare<[], SealedValue[]>(renderNewest(table)).raw().safeIntegers().get();
  return newest === undefined || !isChanged(table, newest) ? undefined : String(newest[0]);
}

/** Whether a row that `renderSealed` selected does not match its seal. */
function isChanged({ table, isChain }: SealedTable, row: readonly SealedValue[]): boolean {
  const [stored, former] = row.slice(-2) as [string | null, string | null];
  return stored !== sealRecord(table, isChain === true ? former : null, row.slice(0, -2));
}

function renderNewest(table: SealedTable): string {
  const [key = ''] = table.key.map(quote);
  return `${renderSealed(table)} ORDER BY row.${key} DESC LIMIT 1`;
}

/** Selects the sealed columns of a table with one key column, then the row's seal and the seal of the row before. */
function renderSealed(table: SealedTable): string {
  const [key = ''] = table.key.map(quote);
  const name = quote(table.table);
  // Without the plus, SQLite would compare with the type of the key column, and could not use the index of the seals,
  // whose column has no type.
  const apart = `SELECT seal FROM record_seal WHERE table_name = '${table.table}'`;
  const [own, before] = table.isOwn
    ? ['row.seal', `SELECT seal FROM ${name} WHERE ${key} < row.${key} ORDER BY ${key} DESC LIMIT 1`]
    : [`(${apart} AND owner = +row.${key})`, `${apart} AND owner < +row.${key} ORDER BY owner DESC LIMIT 1`];
  return `SELECT ${listColumns(table, 'row')}, ${own}, (${before}) FROM ${name} AS row`;
}
