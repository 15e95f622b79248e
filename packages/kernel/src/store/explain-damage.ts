// Explains an error of a store: an error caused by damage is reported as damage, not as a bug of ours.
import Database from 'better-sqlite3';
import { Bug, StorageError, TerrariumError } from '../base/errors.ts';
import { findChangedRow, refuseDamagedRow } from './check-identity.ts';
import type { Connection } from './open-options.ts';
import type { SealedTable, SealedValue } from './seal-record.ts';
import { renderDamageAdvice, type StorePlace, translateStorageError } from './storage-errors.ts';
import type { Verification } from './verify-database.ts';

/**
 * Returns a `StorageError` if the driver's error is known to come from the disk, the file or another program, or if the
 * store turns out to be damaged; otherwise returns the error itself. SQLite does not notice contents that contradict
 * each other, so `verify` reads the whole store. This takes time only after a failure.
 */
export function explainDamage(error: unknown, place: StorePlace, verify: () => Verification): unknown {
  if (!isFault(error)) return error;
  const known = translateStorageError(error, place);
  if (!(known instanceof Bug)) return known;
  const damage = findDamage(verify);
  if (damage === undefined) return error;
  return new StorageError({
    code: 'store.damaged',
    happened: `${place.path} is damaged: ${damage}.`,
    todo: renderDamageAdvice(place.path),
    cause: error,
  });
}

const faults = [Bug, TypeError, RangeError, SyntaxError, Database.SqliteError];

function isFault(error: unknown): boolean {
  return faults.some((fault) => error instanceof fault);
}

function findDamage(verify: () => Verification): string | undefined {
  try {
    const [first] = verify().problems;
    const row = first?.rows?.[0];
    if (row !== undefined) return `row ${row.row} of the table ${row.table} ${row.what}`;
    return first === undefined ? undefined : `the check "${first.check}" fails`;
  } catch (error) {
    return error instanceof TerrariumError ? error.happened.replace(/\.$/u, '') : undefined;
  }
}

/**
 * Throws a `StorageError` (`store.damaged`) if there is a problem. It names the first row that is known or, if none is,
 * the first check that fails.
 */
export function refuseDamaged(path: string, { problems }: Verification): void {
  const rows = problems.flatMap((problem) => problem.rows ?? []);
  const [first] = problems;
  const [row] = rows;
  if (first === undefined) return;
  const named =
    row === undefined
      ? `the check "${first.check}" fails`
      : `row ${row.row} of the table ${row.table} ${row.what}`;
  const others = problems.reduce((sum, { count }) => sum + count, -1);
  const more = others > 0 ? `; ${others} more ${others === 1 ? 'problem was' : 'problems were'} found` : '';
  throw new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: ${named}${more}.`,
    todo: renderDamageAdvice(path),
  });
}

/**
 * Throws a `StorageError` (`store.damaged`) that names a row that does not match its seal, among the rows of these
 * tables with this value in the column.
 */
export function refuseChangedRows(
  connection: Connection,
  tables: readonly SealedTable[],
  where: { readonly column: string; readonly value: SealedValue },
): void {
  for (const table of tables) {
    const row = findChangedRow(connection, table, where);
    if (row !== undefined) throw refuseDamagedRow(connection.name, { table: table.table, row });
  }
}
