// Rebuilds the file of a database from its rows, so that nothing that was deleted or overwritten is left in it.
import Database from 'better-sqlite3';
import type { Connection } from './open-options.ts';

/**
 * How long to wait for other programs, in milliseconds. They may use the file for hours, and nobody would wait so
 * long.
 */
const patienceMs = 1_000;

/**
 * Rewrites the file, empties its write-ahead log, and returns whether both succeeded. At least one fails while another
 * connection reads or writes: free pages or the log may then still have deleted content.
 */
export function rebuildFile(connection: Connection): boolean {
  if (connection.memory) return true;
  const timeoutMs = connection.pragma('busy_timeout', { simple: true });
  connection.pragma(`busy_timeout = ${patienceMs}`);
  try {
    connection.exec('VACUUM');
    const [result] = connection.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    return result?.busy === 0;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    connection.pragma(`busy_timeout = ${timeoutMs}`);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
