// Verifies the tables themselves: sound pages, rows that keep their rules, whole references.

import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

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
