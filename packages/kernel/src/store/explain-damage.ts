// Explains what went wrong over a store: what damage brought about is said to be that, not a fault of ours.

import Database from 'better-sqlite3';
import { Bug, StorageError, TerrariumError } from '../base/errors.ts';
import { damageAdvice } from './damage-advice.ts';
import type { StorePlace } from './storage-errors.ts';
import { translateStorageError } from './storage-errors.ts';
import type { Verification } from './verify-database.ts';

/**
 * The error itself, or `StorageError` where it is none of ours and the store turns out to be damaged. Words and numbers
 * that do not agree pass every check that SQLite makes, so `verify` reads all of it: only who fails waits for that.
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
    todo: damageAdvice,
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
