// Tells whether any game was ever begun in a database, without bringing the database up to date.

import { openDatabase } from '@terrarium/kernel/open-database';

/** Nothing but one row is read, so this also works for a database of an older layout. Throws `StorageError`. */
export function hasSession(path: string): boolean {
  const connection = openDatabase({
    path,
    title: 'the games',
    migrations: [],
    readonly: true,
    schema: 'foreign',
    busyTimeoutMs: 100,
  });
  try {
    return connection.prepare('SELECT 1 FROM sessions LIMIT 1').get() !== undefined;
  } finally {
    connection.close();
  }
}
