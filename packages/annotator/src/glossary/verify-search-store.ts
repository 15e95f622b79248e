// Verifies the word indexes: compares each with a new one made from the same texts.

import type { Connection } from '@terrarium/kernel/open-database';
import type { GlossaryEntry } from './entry.ts';
import { buildForms, type NameForms } from './entry-parts-store.ts';
import type { ReadingStore } from './reading-store.ts';
import { foldIndexedWords, renderIndexedText } from './search-store.ts';
import { listSurfaces } from './term-forms.ts';

export interface GlossaryProblem {
  /** A fixed name with a dot, such as `evidence.moved`. */
  readonly code: string;
  readonly what: string;
}

export interface SearchInspection {
  readonly connection: Connection;
  readonly entries: readonly GlossaryEntry[];
  readonly reading: ReadingStore;
  /** Parts of posts that have changed since they were read. */
  readonly changedParts: ReadonlySet<number>;
}

/** A row: the text of each column. */
interface IndexRow {
  readonly id: number;
  readonly [column: string]: string | number;
}

interface SearchTable {
  readonly name: string;
  /** Columns and options, as in the schema. */
  readonly definition: string;
  /** The rows that the index should contain. */
  readonly rows: Iterable<IndexRow>;
  /** Whether the index stores how many words each text has. */
  readonly isSized?: boolean;
  /** Rows that cannot be rebuilt and are not compared. */
  readonly leftOut?: ReadonlySet<number>;
}

function* listReadWords(reading: ReadingStore, leftOut: ReadonlySet<number>): Generator<IndexRow> {
  for (const [id, words] of reading.listIndexRows()) if (!leftOut.has(id)) yield { id, words };
}

export function* verifySearch({
  connection,
  entries,
  reading,
  changedParts,
}: SearchInspection): Generator<GlossaryProblem> {
  const tables: readonly SearchTable[] = [
    {
      name: 'entry_words',
      definition: `term, aliases, definition, content = '', tokenize = 'unicode61 remove_diacritics 2'`,
      rows: entries.map((entry) => ({ id: entry.id, ...foldIndexedWords(entry) })),
      isSized: true,
    },
    {
      name: 'entry_trigrams',
      definition: `names_and_definition, content = '', detail = none, tokenize = 'trigram'`,
      rows: entries.map((entry) => ({ id: entry.id, names_and_definition: renderIndexedText(entry) })),
      isSized: true,
    },
    {
      name: 'read_words',
      definition: `words, content = '', detail = none, tokenize = 'ascii'`,
      rows: listReadWords(reading, changedParts),
      leftOut: changedParts,
    },
  ];
  for (const table of tables) {
    const different = countDifferences(connection, table);
    if (different > 0)
      yield {
        code: 'search.differs',
        what: `The search index ${table.name} is out of date in ${different} places.`,
      };
  }
}

/**
 * Counts the differences between the stored index and a rebuilt one: occurrences of terms, and word counts if stored.
 */
function countDifferences(
  connection: Connection,
  { name, definition, rows, isSized, leftOut }: SearchTable,
): number {
  connection.exec(`
    DROP TABLE IF EXISTS temp.fresh_terms; DROP TABLE IF EXISTS temp.stored_terms; DROP TABLE IF EXISTS temp.fresh_index;
    CREATE VIRTUAL TABLE temp.fresh_index USING fts5 (${definition});
    CREATE VIRTUAL TABLE temp.fresh_terms USING fts5vocab (temp, fresh_index, instance);
    CREATE VIRTUAL TABLE temp.stored_terms USING fts5vocab (main, ${name}, instance)`);
  const columns = definition.split(', content')[0] ?? '';
  const values = columns.split(', ').map((column) => `:${column}`);
  const insert = connection.prepare<IndexRow>(
    `INSERT INTO temp.fresh_index (rowid, ${columns}) VALUES (:id, ${values.join(', ')})`,
  );
  connection.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
  const fields = 'term, doc, col, offset';
  const count = connection
    .prepare<[string], number>(
      `SELECT (SELECT count(*) FROM (SELECT ${fields} FROM temp.fresh_terms EXCEPT SELECT ${fields} FROM temp.stored_terms))
            + (SELECT count(*) FROM (SELECT ${fields} FROM temp.stored_terms WHERE doc NOT IN (SELECT value FROM json_each(?))
                EXCEPT SELECT ${fields} FROM temp.fresh_terms))`,
    )
    .pluck()
    .get(JSON.stringify([...(leftOut ?? [])]));
  const sizes = isSized === true ? countSizes(connection, name) : 0;
  connection.exec('DROP TABLE temp.fresh_terms; DROP TABLE temp.stored_terms; DROP TABLE temp.fresh_index');
  return (count ?? 0) + sizes;
}

/** How many of the stored word counts are wrong; ranking depends on them. */
function countSizes(connection: Connection, name: string): number {
  const fresh = 'SELECT id, sz FROM temp.fresh_index_docsize';
  const stored = `SELECT id, sz FROM main.${name}_docsize`;
  const sql = `SELECT (SELECT count(*) FROM (${fresh} EXCEPT ${stored})) + (SELECT count(*) FROM (${stored} EXCEPT ${fresh}))`;
  return connection.prepare<[], number>(sql).pluck().get() ?? 0;
}

export function* verifySurfaces(
  connection: Connection,
  entries: readonly GlossaryEntry[],
): Generator<GlossaryProblem> {
  const stored = connection.prepare<[number], NameForms & { ordinal: number }>(
    `SELECT ordinal, normal, name_key nameKey, first_word firstWord, last_word lastWord FROM surface
       WHERE entry_id = ? ORDER BY ordinal`,
  );
  for (const entry of entries) {
    const fresh = listSurfaces(entry).map((surface, ordinal) => ({ ordinal, ...buildForms(surface) }));
    if (JSON.stringify(stored.all(entry.id)) === JSON.stringify(fresh)) continue;
    const what = `The rows of the table surface for entry ${entry.id} do not match its names.`;
    yield { code: 'surface.differs', what };
  }
}
