// Verifies the tables themselves: sound pages, whole references, nothing that lets a record be rewritten.

import type { Annotator } from '../open-annotator.ts';
import type { Problem } from './problem.ts';

/** Tables whose rows are appended and never changed. */
const appendOnlyTables = [
  'step',
  'message',
  'fold',
  'summary',
  'snapshot',
  'change',
  'revision',
  'curator_decision',
  'kept_apart',
  'held_change',
  'summon',
  'summon_message',
  'summon_end',
  'proposal',
  'corpus_difference',
];

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
  const triggers = connection
    .prepare<[], { name: string; sql: string }>(
      `SELECT tbl_name name, sql FROM sqlite_master WHERE type = 'trigger'`,
    )
    .all();
  for (const table of appendOnlyTables) {
    for (const verb of ['UPDATE', 'DELETE']) {
      const isGuarded = triggers.some(
        ({ name, sql }) => name === table && sql.toUpperCase().includes(`BEFORE ${verb}`),
      );
      if (!isGuarded) yield { code: 'CP10', what: `Nothing forbids ${verb} on ${table}.` };
    }
  }
}
