// SQL functions: the functions that statements and migrations of a store may call, besides SQLite's own.

import type Database from 'better-sqlite3';

type SqlValue = string | number | bigint | Buffer | null;

/** A function that must always give the same result for the same values, because stored data depends on it. */
export type SqlFunction = (...values: readonly SqlValue[]) => SqlValue;

export type SqlFunctions = Readonly<Record<string, SqlFunction>>;

/**
 * Registers the functions on a connection by their names. Nothing in a file (a trigger, a view, a column) may call
 * them.
 */
export function registerFunctions(connection: Database.Database, functions: SqlFunctions = {}): void {
  for (const [name, answer] of Object.entries(functions)) {
    connection.function(name, { deterministic: true, varargs: true, directOnly: true }, answer);
  }
}
