// Reads which version of the SQLite library the stores run on.

import Database from 'better-sqlite3';

/** The version as SQLite writes it, such as `3.50.1`. */
export function readSqliteVersion(): string {
  const connection = new Database(':memory:');
  try {
    return String(connection.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    connection.close();
  }
}
