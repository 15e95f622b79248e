// Checks that a SQLite file has the tables and columns of a corpus before anything is read from it.

import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';

/** The tables and columns that are read; a file may have more (`link`, `trip_code`, `file_url`, `file_name`). */
const requiredColumns: Readonly<Record<string, readonly string[]>> = {
  thread: ['id', 'title'],
  post: ['id', 'thread_id', 'name', 'subject', 'time', 'body'],
  tag: ['post_id', 'name'],
};

/**
 * Throws one `UsageError` that names every missing table and column, and `StorageError` for views, virtual tables and
 * generated columns: they would let the file's author choose what runs here.
 */
export function checkCorpusShape(connection: Connection, path: string): void {
  for (const [table, columns] of Object.entries(requiredColumns))
    refuseComputed(connection, { path, table, columns });
  const missing = Object.entries(requiredColumns).flatMap(([table, columns]) =>
    listMissingColumns(connection, table, columns),
  );
  if (missing.length === 0) return;
  throw new UsageError({
    code: 'corpus.wrong-shape',
    happened: `${path} is a SQLite file, but does not have the tables of a story: it has no ${missing.join(', no ')}.`,
    todo: 'It needs thread(id, title), post(id, thread_id, name, subject, time, body) and tag(post_id, name). Nothing was changed.',
  });
}

/**
 * Whether an index begins with this column, so that one row is found without a scan. An `INTEGER PRIMARY KEY` has no
 * index and does not count.
 */
export function hasLeadingIndex(connection: Connection, table: string, column: string): boolean {
  const rows = connection
    .prepare<[string, string], { found: number }>(
      `SELECT 1 AS found FROM pragma_index_list(?) AS list
       JOIN pragma_index_info(list.name) AS part
       WHERE part.seqno = 0 AND part.name = ? COLLATE NOCASE AND list.partial = 0 LIMIT 1`,
    )
    .all(table, column);
  return rows.length > 0;
}

/** Whether the table's rows have a `rowid` (a WITHOUT ROWID table has none). */
export function hasRowId(connection: Connection, table: string): boolean {
  const row = connection
    .prepare<[string], { type: string; wr: number }>(
      `SELECT type, wr FROM pragma_table_list(?) WHERE schema = 'main'`,
    )
    .get(table);
  return row !== undefined && row.type === 'table' && row.wr === 0;
}

interface ReadTable {
  readonly path: string;
  readonly table: string;
  readonly columns: readonly string[];
}

function refuseComputed(connection: Connection, { path, table, columns }: ReadTable): void {
  const type = connection
    .prepare<[string], string>(`SELECT type FROM pragma_table_list(?) WHERE schema = 'main'`)
    .pluck()
    .get(table);
  const computed = connection
    .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)')
    .pluck()
    .all(table);
  const [column] = columns.filter((name) => computed.some((one) => one.toLowerCase() === name));
  if ((type ?? 'table') === 'table' && column === undefined) return;
  const found = column === undefined ? `the ${type} "${table}"` : `the computed column "${table}.${column}"`;
  throw new StorageError({
    code: 'corpus.computed',
    happened: `${path} has ${found}, which is computed when it is read.`,
    todo: 'None of it was run, and the file was not changed. Import a file that holds its posts in plain tables.',
  });
}

export function hasColumn(connection: Connection, table: string, column: string): boolean {
  return (
    connection
      .prepare<[string, string], number>(`SELECT 1 FROM pragma_table_xinfo(?, 'main') WHERE name = ?`)
      .pluck()
      .get(table, column) !== undefined
  );
}

function listMissingColumns(
  connection: Connection,
  table: string,
  columns: readonly string[],
): readonly string[] {
  const present = connection
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_xinfo(?)')
    .all(table)
    .map((row) => row.name.toLowerCase());
  if (present.length === 0) return [`table "${table}"`];
  return columns.filter((column) => !present.includes(column)).map((column) => `column "${table}.${column}"`);
}
