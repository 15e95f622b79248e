// Compares a text index with the one that its texts make: it is derived, so it can be made again.

import Database from 'better-sqlite3';
import type { DamagedRow } from '../store/examined-rows.ts';
import type { Connection } from '../store/open-options.ts';
import { type IndexedText, openTextIndex, textIndexTables } from './text-index-store.ts';

const tables = [
  { table: 'text_term', key: 'id' },
  { table: 'text_block', key: "term_id || '/' || block" },
  { table: 'text_pending', key: 'place' },
  { table: 'text_extent', key: 'id' },
] as const;

/** Rows that are otherwise than in an index made anew of all its texts, in their order. Costs what making it costs. */
export function* compareTextIndex(
  connection: Connection,
  texts: Iterable<IndexedText>,
): Generator<DamagedRow> {
  const anew = new Database(':memory:');
  try {
    anew.exec(textIndexTables);
    const index = openTextIndex(anew);
    anew.transaction(() => {
      for (const text of texts) index.add(text);
    })();
    for (const { table, key } of tables) {
      const sql = `SELECT ${key}, * FROM ${table} ORDER BY 2, 3`;
      const read = (from: Connection) => from.prepare<[], unknown[]>(sql).raw().iterate();
      yield* compareRows(table, { stored: read(connection), made: read(anew) });
    }
  } finally {
    anew.close();
  }
}

interface Rows {
  readonly stored: Iterator<unknown[]>;
  readonly made: Iterator<unknown[]>;
}

function* compareRows(table: string, { stored, made }: Rows): Generator<DamagedRow> {
  try {
    for (;;) {
      const [is, should] = [stored.next(), made.next()];
      if (is.done === true && should.done === true) return;
      if (renderRow(is.value) === renderRow(should.value)) continue;
      const [row] = (is.done === true ? should.value : is.value) as readonly unknown[];
      yield { table, row: String(row), what: 'is otherwise than what was said makes it' };
    }
  } finally {
    stored.return?.();
    made.return?.();
  }
}

function renderRow(row: readonly unknown[] | undefined): string {
  return JSON.stringify(row?.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)));
}
