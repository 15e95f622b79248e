// Verifies the records: every row is what was written, and none is gone.

import { examineRows } from '@terrarium/kernel/examine-records';
import { sealedTables } from '../database/sealed-tables.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

/** Tables whose numbers are never given twice, and where the highest that was given is found. */
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

/** The number SQLite gives next, where it is not the one behind the last; entries that are gone have had theirs. */
const numbers = `WITH last (name, id) AS (${[...sequenced].map(renderLast).join(' UNION ALL ')})
  SELECT last.name FROM last LEFT JOIN sqlite_sequence USING (name) WHERE coalesce(seq, 0) <> id
  UNION ALL SELECT name FROM sqlite_sequence WHERE name NOT IN (SELECT name FROM last)`;

/** Rows of derived tables are compared with what they follow from, by other checks. */
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
      what: `Row ${table} of the table sqlite_sequence in annotator.db is not the number that was given last.`,
    };
  }
}
