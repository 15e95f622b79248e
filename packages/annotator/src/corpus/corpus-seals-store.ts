// Seals a corpus file that we write, and finds rows that were changed afterwards.
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { recordSealTable, sealExisting } from '@terrarium/kernel/record-seals';
import { type SealedTable, type SealedValue, sealRecord } from '@terrarium/kernel/seal-record';
import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';
import { checkCorpusShape } from './corpus-shape-store.ts';
import { explainReading, openReadonly } from './open-corpus.ts';
import { compareReadingOrder } from './reading-order-store.ts';

export interface CorpusVerification extends Verification {
  /** False for files of other programs and of versions without seals. In such files, only the pages can be checked. */
  readonly isSealed: boolean;
}

/** SQLite's `application_id` of a sealed corpus: shows that there were seals even when their table is lost. */
const sealedMark = 0x54724373;

/** The keys of tables sealed row by row. Tables of former posts exist only if a story was imported again. */
const rowKeys: Readonly<Record<string, readonly string[]>> = {
  thread: ['id'],
  post: ['id'],
  tag: ['post_id', 'name'],
  apart: ['id'],
  former_thread: ['id'],
  former_post: ['id'],
};

/** Tables sealed as a whole: they have few rows and no key. */
const wholes: Readonly<Record<string, string>> = {
  sqlite_schema: 'SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name',
  link: 'SELECT * FROM main.link ORDER BY rowid',
  sqlite_stat1: 'SELECT * FROM main.sqlite_stat1 ORDER BY rowid',
  sqlite_stat4: 'SELECT * FROM main.sqlite_stat4 ORDER BY rowid',
};

/** Call it last in the transaction that writes the file: nothing may change afterwards. */
export function sealCorpus(connection: Connection): void {
  connection.exec('ANALYZE main');
  connection.exec(recordSealTable);
  connection.pragma(`application_id = ${sealedMark}`);
  sealExisting(connection, listSealed(connection));
  const insert = connection.prepare('INSERT INTO record_seal VALUES (?, 0, 0, ?)');
  for (const table of listWholes(connection)) insert.run(table, sealWhole(connection, table));
}

/** Changes nothing. Throws `StorageError` when the file is missing, or too damaged to say what is wrong. */
export function verifyCorpus(path: string): CorpusVerification {
  const connection = openReadonly(path);
  try {
    return verifyOpened(connection, path);
  } catch (error) {
    throw error instanceof UsageError ? refuseDamaged(path, error) : explainReading(error, path);
  } finally {
    connection.close();
  }
}

function verifyOpened(connection: Connection, path: string): CorpusVerification {
  const isWhole = hasSeals(connection);
  const isSealed = isWhole || isMarked(connection);
  checkCorpusShape(connection, path);
  const common = { title: 'the corpus', owner: 'a corpus', queries: {} };
  if (!isSealed) return { isSealed, ...verifyDatabase(connection, common) };
  const counts = {
    schema: () => listChangedWholes(connection),
    order: () => compareReadingOrder(connection),
  };
  const sealed = isWhole ? listSealed(connection) : [];
  return { isSealed, ...verifyDatabase(connection, { ...common, sealed, counts }) };
}

/** The file was a sound corpus when it was imported, so what is wrong now is damage. */
function refuseDamaged(path: string, cause: UsageError): StorageError {
  return new StorageError({
    code: 'corpus.damaged',
    happened: `The tables of ${path} have changed since the import. ${cause.happened}`,
    todo: 'Restore the folder of the world from a backup. Nothing was changed.',
    cause,
  });
}

function hasSeals(connection: Connection): boolean {
  const sql = recordSealTable.replace(/;$/u, '');
  return connection.prepare('SELECT 1 FROM main.sqlite_schema WHERE sql = ?').get(sql) !== undefined;
}

function isMarked(connection: Connection): boolean {
  return connection.pragma('application_id', { simple: true }) === sealedMark;
}

/** The columns depend on the file: after a second import each post also stores its place. */
function listSealed(connection: Connection): readonly SealedTable[] {
  const list = connection
    .prepare<[string], string>(`SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0`)
    .pluck();
  return Object.entries(rowKeys).flatMap(([table, key]) => {
    const columns = list.all(table).filter((name) => /^[a-z_]+$/u.test(name));
    const hasKey = key.every((name) => columns.includes(name));
    return hasKey ? [{ table, key, columns: columns.filter((name) => !key.includes(name)) }] : [];
  });
}

function listWholes(connection: Connection): readonly string[] {
  const present = connection
    .prepare<[], string>(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`)
    .pluck()
    .all();
  return Object.keys(wholes).filter((table) => table === 'sqlite_schema' || present.includes(table));
}

function sealWhole(connection: Connection, table: string): string {
  const rows = connection
    .prepare<[], SealedValue[]>(wholes[table] ?? '')
    .raw()
    .safeIntegers();
  return sealRecord(table, null, rows.all().flat());
}

function* listChangedWholes(connection: Connection): Generator<DamagedRow> {
  if (!hasSeals(connection)) {
    yield { table: 'record_seal', row: '1 and later', what: 'is gone' };
    return;
  }
  const find = connection
    .prepare<[string], string>('SELECT seal FROM record_seal WHERE table_name = ? AND owner = 0 AND part = 0')
    .pluck();
  const present = listWholes(connection);
  for (const table of Object.keys(wholes)) {
    const seal = present.includes(table) ? sealWhole(connection, table) : undefined;
    if (find.get(table) !== seal) yield { table, row: '1 and later', what: 'is not what was written' };
  }
}
