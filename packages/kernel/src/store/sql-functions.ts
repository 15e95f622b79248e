// SQL functions: what statements and migrations of a store may call besides what SQLite brings.

import type Database from 'better-sqlite3';

type SqlValue = string | number | bigint | Buffer | null;

/** The same values give the same answer for ever: what is stored depends on it. */
export type SqlFunction = (...values: readonly SqlValue[]) => SqlValue;

export type SqlFunctions = Readonly<Record<string, SqlFunction>>;

/** Makes them known to a connection by their names. Nothing that a file holds (a trigger, a view, a column) may call them. */
export function registerFunctions(connection: Database.Database, functions: SqlFunctions = {}): void {
  for (const [name, answer] of Object.entries(functions)) {
    connection.function(name, { deterministic: true, varargs: true, directOnly: true }, answer);
  }
}
