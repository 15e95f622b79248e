// Verifies a database: its pages, references, sealed records, its package's own rules, and whether it can be written.
import { Bug, StorageError } from '../base/errors.ts';
import { examineRows } from './examine-records-store.ts';
import { type DamagedRow, isUnreadable } from './examined-rows.ts';
import type { Connection } from './open-options.ts';
import { type SealedTable, sealRecord } from './seal-record.ts';
import { renderDamageAdvice, translateStorageError } from './storage-errors.ts';

/** Which checks were made, and how many problems each check found. The content itself is not included. */
export interface Verification {
  /** The names of the checks, in the order in which they were made. */
  readonly checks: readonly string[];
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly check: string;
  readonly count: number;
  /** The first rows with the problem, if they are known. */
  readonly rows?: readonly DamagedRow[];
}

export interface VerifyOptions {
  /** How errors refer to the database, such as `the memory`. */
  readonly title: string;
  /** What the tables belong to, as in `not those that a memory made`. */
  readonly owner: string;
  /** A query for each check. The query returns a row for each problem, with the names of the table and of the key. */
  readonly queries: Readonly<Record<string, string>>;
  readonly sealed?: readonly SealedTable[];
  /** Checks that no query can make. Each counts its problems or names them. */
  readonly counts?: Readonly<Record<string, () => number | Iterable<DamagedRow>>> | undefined;
  /** A table to which the check begins to write, without changing anything; undefined for a file that is only read. */
  readonly written?: string | undefined;
  /** Throws if an index does not agree with the indexed rows. */
  readonly checkIndexes?: (() => void) | undefined;
}

/** At most this many rows are named for each check. */
const rowsNamed = 20;

type Counted = readonly [check: string, count: () => number | Iterable<DamagedRow>];

/**
 * Reads everything in one transaction, except for `checkIndexes`, and changes nothing. Throws `StorageError` for damage
 * that cannot be listed as a problem, and for a file that cannot be written although `written` is given.
 */
export function verifyDatabase(connection: Connection, options: VerifyOptions): Verification {
  const { title, owner, queries, sealed, counts = {}, written, checkIndexes } = options;
  const records: readonly Counted[] =
    sealed === undefined ? [] : [['records', () => iterateDamaged(connection, sealed)]];
  const counted: readonly Counted[] = [
    ['tables', () => checkPages(connection)],
    ['references', () => checkReferences(connection)],
    ...records,
    ...Object.entries(queries).map(([check, sql]): Counted => [check, () => ask(connection, sql)]),
    ...Object.entries(counts),
  ];
  const names = counted.map(([check]) => check);
  let problems: readonly Problem[] = [];
  try {
    connection.transaction(() => {
      problems = countProblems(counted);
    })();
    // Begins to write, but writes nothing: an immediate transaction alone would succeed even in a read-only file.
    if (written !== undefined) connection.prepare(`DELETE FROM ${written} WHERE 0`).run();
    checkIndexes?.();
    const writing = written === undefined ? [] : ['writing'];
    const search = checkIndexes === undefined ? [] : ['search'];
    return { checks: [...names, ...writing, ...search], problems };
  } catch (cause) {
    // Ending the transaction may read an unreadable page once more. The problems found by then are more useful than
    // this error.
    if (isUnreadable(cause) && problems.length > 0) return { checks: names, problems };
    const known = translateStorageError(cause, { title, path: connection.name });
    throw known instanceof Bug ? refuseDamaged(connection.name, { owner, cause }) : known;
  }
}

/**
 * Damaged pages may lead back to earlier pages. After such damage only these checks are made, because they notice it.
 */
const readsPastDamage: ReadonlySet<string> = new Set(['records']);

/**
 * If some parts of a file cannot be read, the others are still examined. If no problem can be named at all, the error
 * is thrown.
 */
function countProblems(counted: readonly Counted[]): readonly Problem[] {
  const failures: unknown[] = [];
  const problems: Problem[] = [];
  for (const [check, count] of counted) {
    const isPageDamaged = problems[0]?.check === 'tables';
    if (isPageDamaged && !readsPastDamage.has(check)) continue;
    const problem = checkCount(check, count, failures);
    if (problem !== undefined) problems.push(problem);
  }
  if (failures.length > 0 && problems.every(({ rows }) => rows === undefined)) throw failures[0];
  return problems;
}

function checkCount(check: string, count: Counted[1], failures: unknown[]): Problem | undefined {
  try {
    return describeProblem(check, count());
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    failures.push(error);
    return { check, count: 1 };
  }
}

function describeProblem(check: string, found: number | Iterable<DamagedRow>): Problem | undefined {
  if (typeof found === 'number') return found === 0 ? undefined : { check, count: found };
  const rows: DamagedRow[] = [];
  let count = 0;
  try {
    for (const row of found) {
      count += 1;
      if (rows.length < rowsNamed) rows.push(row);
    }
  } catch (error) {
    // The problems found before the unreadable page are kept.
    if (!isUnreadable(error) || count === 0) throw error;
  }
  return count === 0 ? undefined : { check, count, rows };
}

/** Yields what SQLite itself reports about the pages, with the table to which each page belongs. */
function* checkPages(connection: Connection): Generator<DamagedRow> {
  const said = connection.prepare<[], string>('SELECT integrity_check FROM pragma_integrity_check').pluck();
  const roots = new Map(
    connection
      .prepare<[], [number, string]>('SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0')
      .raw()
      .all(),
  );
  for (const message of said.iterate()) {
    if (message === 'ok') continue;
    const table = nameTable(message, roots);
    const row = /\b(?:row|rowid) (\d+)/iu.exec(message)?.[1] ?? 'unknown';
    yield { table, row, what: `lies on a damaged page (${message.slice(0, 200).replaceAll(/\s+/gu, ' ')})` };
  }
}

function nameTable(message: string, roots: ReadonlyMap<number, string>): string {
  const root = /\bTree (\d+)\b/u.exec(message)?.[1];
  return (
    roots.get(Number(root)) ??
    /\b(?:in|value in|from index) (?:index )?(\w+)/u.exec(message)?.[1] ??
    'unknown'
  );
}

function* checkReferences(connection: Connection): Generator<DamagedRow> {
  const broken = connection.prepare<[], { table: string; rowid: number | null; parent: string }>(
    'SELECT "table", rowid, parent FROM pragma_foreign_key_check',
  );
  for (const { table, rowid, parent } of broken.all()) {
    yield {
      table,
      row: String(rowid ?? 'unknown'),
      what: `refers to a row of the table ${parent} that is gone`,
    };
  }
}

/** Yields rows that are not as they were written, and wrong counters of SQLite. */
function* iterateDamaged(connection: Connection, tables: readonly SealedTable[]): Generator<DamagedRow> {
  for (const table of tables) yield* iterateDamagedOf(connection, table);
  if (tables.some(({ isCounted }) => isCounted)) yield* checkSequence(connection);
}

/** If even the seals of a table cannot be read, the table is named, and the next table is checked. */
function* iterateDamagedOf(connection: Connection, table: SealedTable): Generator<DamagedRow> {
  try {
    for (const row of examineRows(connection, table)) if ('damaged' in row) yield row.damaged;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield { table: table.table, row: 'unknown', what: 'cannot be read or checked' };
  }
}

function* checkSequence(connection: Connection): Generator<DamagedRow> {
  const numbers = connection
    .prepare<[], { name: string; seq: bigint; seal: string | null }>(
      `SELECT name, seq, (SELECT seal FROM record_seal WHERE table_name = 'sqlite_sequence' AND owner = name) AS seal
       FROM sqlite_sequence
       UNION ALL SELECT owner, NULL, seal FROM record_seal WHERE table_name = 'sqlite_sequence'
         AND owner NOT IN (SELECT name FROM sqlite_sequence)`,
    )
    .safeIntegers();
  for (const { name, seq, seal } of numbers.all()) {
    if (seal === sealRecord('sqlite_sequence', null, [name, seq])) continue;
    yield {
      table: 'sqlite_sequence',
      row: String(name),
      what: 'does not hold the last number that was given to a row',
    };
  }
}

function ask(connection: Connection, sql: string): number | readonly DamagedRow[] {
  const found = connection.prepare<[], unknown[]>(sql).raw().all();
  if (found.every((row) => row.length < 2)) return found.length;
  return found.map(([table, row]) => ({
    table: String(table),
    row: String(row),
    what: 'contradicts other rows',
  }));
}

function refuseDamaged(
  path: string,
  { owner, cause }: { readonly owner: string; readonly cause: unknown },
): StorageError {
  return new StorageError({
    code: 'store.damaged',
    happened: `The tables of ${path} are not those that ${owner} made.`,
    todo: renderDamageAdvice(path),
    cause,
  });
}
