// Reads a mark that changes whenever any connection writes to a database.

import type { Connection } from '@terrarium/kernel/open-database';

/** Reading the mark takes almost no time. Marks of two connections cannot be compared. */
export function readChangeMark(connection: Connection): string {
  return `${connection.pragma('data_version', { simple: true })} ${readOwnChanges(connection)}`;
}

const statements = new WeakMap<Connection, { get(): number | undefined }>();

function readOwnChanges(connection: Connection): number {
  const statement =
    statements.get(connection) ?? connection.prepare<[], number>('SELECT total_changes()').pluck();
  statements.set(connection, statement);
  return statement.get() ?? 0;
}
