// Reads the schema of a database: its tables, indexes, triggers and views, each with the words it was made by.

import { createHash } from 'node:crypto';
import type { Connection } from './open-options.ts';

export interface SchemaObject {
  /** `table`, `index`, `trigger` or `view`, as SQLite says it; a virtual table is a table. */
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** Null for the indexes that SQLite makes for a constraint. */
  readonly sql: string | null;
}

/** What SQLite itself keeps about a database, in its own words: there or not, it says nothing about whose the file is. */
const sqliteTables: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** All objects but those that SQLite keeps for itself, in an order of their own. */
export function readSchema(connection: Connection): readonly SchemaObject[] {
  return connection
    .prepare<[], SchemaObject>(
      'SELECT type, name, tbl_name AS "table", sql FROM main.sqlite_schema ORDER BY type, name',
    )
    .all()
    .filter(({ sql }) => sql === null || !sqliteTables.has(sql));
}

/** Equal for equal schemas alone. */
export function hashSchema(objects: readonly SchemaObject[]): string {
  const rows = objects.map(({ type, name, table, sql }) => [type, name, table, sql]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}

/** What means the same: versions of SQLite differ in the blanks and quotes they keep when a table is renamed. */
export function renderMeaning({ table, sql }: SchemaObject): string {
  const words = sql?.replaceAll(/\s+/gu, ' ').replaceAll(/"(\w+)"/gu, '$1') ?? '';
  return `${table}: ${words}`;
}
