// Verifies the records: every row is as it was written, and none is missing.

import { examineRows } from '@terrarium/kernel/examine-records';
import type { Connection } from '@terrarium/kernel/open-database';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { sealedTables } from '../database/sealed-tables.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Problem } from './problem.ts';

/** Tables whose ids are never reused, each with a query for the highest id ever used. */
const sequenced: ReadonlyMap<string, string> = new Map([
  ...['revision', 'step', 'fold', 'summary', 'snapshot', 'curator_decision', 'held_change'].map(
    buildLastQuery,
  ),
  ...['summon', 'summon_message', 'proposal', 'corpus_difference'].map(buildLastQuery),
  ['message', 'SELECT max(sequence) FROM message'],
  ['entry', 'SELECT max(entry_id) FROM revision'],
] as const);

function buildLastQuery(table: string): readonly [string, string] {
  return [table, `SELECT max(id) FROM ${table}`];
}

function renderLast([table, last]: readonly [string, string]): string {
  return `SELECT '${table}', coalesce((${last}), 0)`;
}

/** Finds tables for which SQLite's counter differs from the highest id ever used, including ids of deleted entries. */
const numbers = `WITH last (name, id) AS (${[...sequenced].map(renderLast).join(' UNION ALL ')})
  SELECT last.name FROM last LEFT JOIN sqlite_sequence USING (name) WHERE coalesce(seq, 0) <> id
  UNION ALL SELECT name FROM sqlite_sequence WHERE name NOT IN (SELECT name FROM last)`;

/** Checks the sealed tables; other checks compare derived tables with the rows from which they follow. */
export function* verifyRecords({ connection }: Annotator): Iterable<Problem> {
  for (const table of sealedTables) {
    for (const examined of examineRows(connection, table)) {
      if (!('damaged' in examined)) continue;
      const { row, what } = examined.damaged;
      yield {
        code: 'store.damaged',
        what: `Row ${row} of the table ${table.table} in annotator.db ${what}.`,
      };
    }
  }
  for (const table of connection.prepare<[], string>(numbers).pluck().all()) {
    yield {
      code: 'store.damaged',
      what: `Row ${table} of the table sqlite_sequence in annotator.db does not hold the last number that was given to a row.`,
    };
  }
}

export function* verifyTables({ connection }: Annotator): Iterable<Problem> {
  for (const row of connection.pragma('integrity_check') as { integrity_check: string }[]) {
    if (row.integrity_check !== 'ok')
      yield { code: 'RN3', what: `SQLite's own check finds: ${row.integrity_check.replaceAll('\n', ' ')}.` };
  }
  for (const row of connection.pragma('foreign_key_check') as {
    table: string;
    rowid: number;
    parent: string;
  }[]) {
    yield {
      code: 'RN2',
      what: `Row ${row.rowid} of ${row.table} refers to a row of ${row.parent} that is not there.`,
    };
  }
}

interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Finds differences in the schema. A changed constraint or trigger could refuse valid rows, or allow a record to be
 * rewritten, even if no row is wrong yet.
 */
export function* verifySchema({ connection }: Annotator): Iterable<Problem> {
  const stored = new Map(readParts(connection).map(({ type, name, sql }) => [`${type} ${name}`, sql]));
  for (const { type, name, sql } of listExpected()) {
    const found = stored.get(`${type} ${name}`);
    if (found === sql) continue;
    yield {
      code: 'schema.differs',
      what: `The ${type} ${name} ${found === undefined ? 'is missing' : 'differs from what this version of Terrarium creates'}.`,
    };
  }
}

/** Leaves out SQLite's own parts of the schema, which may differ between its versions. */
function listExpected(): readonly SchemaPart[] {
  const fresh = openAnnotatorDatabase({ path: ':memory:' });
  try {
    const own = fresh
      .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE type = 'shadow'`)
      .pluck()
      .all();
    return readParts(fresh).filter(({ name }) => !name.startsWith('sqlite_') && !own.includes(name));
  } finally {
    fresh.close();
  }
}

function readParts(connection: Connection): readonly SchemaPart[] {
  return connection
    .prepare<[], SchemaPart>('SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL')
    .all();
}
