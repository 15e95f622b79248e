// Damage trials: damages a database again and again, and compares what a check reports with what really changed in it.

import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { assert, StorageError } from '../base/errors.ts';
import { applyMishap } from './apply-mishap.ts';
import { buildSeededChance } from './fake-environment.ts';

/** The result of checking a damaged file. */
export interface DamageVerdict {
  /** The problems in words for a person; empty if the check finds none. */
  readonly problems: readonly string[];
}

export interface DamageTrials {
  /** The path of the damaged copies, which are written one after the other. Nothing else may have the file open. */
  readonly path: string;
  /** The bytes of the intact file, which must not have a write-ahead log next to it. */
  readonly whole: Buffer;
  readonly trials: number;
  readonly seed: number;
  /** Opens the file as the product does and checks it. Throws the errors of the product. */
  readonly examine: (path: string) => DamageVerdict;
}

export type DamageOutcome = 'refused' | 'named' | 'unchanged' | 'silent' | 'fault';

export interface DamageTrial {
  readonly seed: number;
  readonly what: string;
  /**
   * `refused`: an error told the operator what to do. `named`: the check found the damage. `unchanged`: nothing was
   * reported, and no row changed. `silent`: nothing was reported, but some row changed. `fault`: something other than
   * a `StorageError` was thrown.
   */
  readonly outcome: DamageOutcome;
  /** The first problem that was named, the error, or what differs; empty for `unchanged`. */
  readonly said: string;
}

/**
 * Every trial damages the intact file anew, with a seed of its own, so that the damage can be repeated. Throws if the
 * check finds problems in the intact file, because its reports would then prove nothing.
 */
export function runDamageTrials({
  path,
  whole,
  trials,
  seed,
  examine,
}: DamageTrials): readonly DamageTrial[] {
  writeAlone(path, whole);
  const [content, indexes] = [readContent(path), readIndexes(path)];
  const [unsound] = examine(path).problems;
  assert(unsound === undefined, `The sound file is said to be damaged: ${unsound}`);
  return Array.from({ length: trials }, (_, index) => {
    const own = seed + index;
    const { bytes, what } = applyMishap(whole, buildSeededChance(own));
    writeAlone(path, bytes);
    return { seed: own, what, ...examineTrial(path, { content, indexes, examine }) };
  });
}

/** Writes a line for each outcome that occurred. Trials with an outcome that should not occur are listed in full. */
export function renderDamageTrials(trials: readonly DamageTrial[]): string {
  const counts = Map.groupBy(trials, ({ outcome }) => outcome);
  const lines = [...counts].map(([outcome, those]) => `${outcome}: ${those.length}`).sort();
  const bad = trials.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault');
  const told = bad.map(({ seed, what, outcome, said }) => `seed ${seed}, ${what}: ${outcome}: ${said}`);
  return [`${trials.length} damages: ${lines.join(', ')}`, ...told].join('\n');
}

/** Writes a file, and removes the files that an earlier database left next to it. */
function writeAlone(path: string, bytes: Buffer): void {
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
  writeFileSync(path, bytes);
}

interface Expected {
  readonly content: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  readonly examine: DamageTrials['examine'];
}

function examineTrial(
  path: string,
  { examine, ...expected }: Expected,
): Pick<DamageTrial, 'outcome' | 'said'> {
  // The content is compared before the examination, which opens the file for writing and may change it.
  const differing = findDiffering(path, expected);
  try {
    const [first] = examine(path).problems;
    if (first !== undefined) return { outcome: 'named', said: first };
  } catch (error) {
    const isRefused = error instanceof StorageError;
    return { outcome: isRefused ? 'refused' : 'fault', said: String(error) };
  }
  if (differing === undefined) return { outcome: 'unchanged', said: '' };
  return { outcome: 'silent', said: `${differing} is otherwise` };
}

function findDiffering(path: string, { content, indexes }: Omit<Expected, 'examine'>): string | undefined {
  try {
    const found = readContent(path);
    const differing = [...content]
      .filter(([name, digest]) => found.get(name) !== digest)
      .map(([name]) => name);
    const searched = differing.some((name) => indexes.has(name)) ? readIndexes(path) : new Map();
    return differing.find((name) => !indexes.has(name) || searched.get(name) !== indexes.get(name));
  } catch (error) {
    return `what cannot be read (${String(error)})`;
  }
}

/** A digest of the rows, with their types, of each table that stores rows of its own, and a digest of the schema. */
function readContent(path: string): ReadonlyMap<string, string> {
  const connection = new Database(path, { readonly: true });
  try {
    const schema = connection
      .prepare<[], SchemaRow>('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
      .all();
    // Tables of ANALYZE are left out: they influence how rows are searched, not what the rows contain.
    const tables = schema.filter(
      ({ type, name, sql }) =>
        type === 'table' && !/^CREATE VIRTUAL/iu.test(sql ?? '') && !name.startsWith('sqlite_stat'),
    );
    const rows = tables.map(({ name }) => [name, hashTable(connection, name)] as const);
    return new Map([...rows, ['sqlite_schema', hashParts([JSON.stringify(schema)])]]);
  } finally {
    connection.close();
  }
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

function hashTable(connection: Database.Database, name: string): string {
  // The column that is left out says in which part of the index a text is. It only serves to record deletions, and
  // does not change search results.
  const columns = name.endsWith('_docsize') ? 'id, sz' : '*';
  const rows = connection
    .prepare<[], unknown[]>(`SELECT ${columns} FROM "${name.replaceAll('"', '""')}" NOT INDEXED`)
    .raw()
    .safeIntegers();
  return hashParts(renderRows(rows.iterate()));
}

/**
 * A digest of what searches find in the tables of search indexes, and of what SQLite says about each index. The bytes
 * of an index may differ without any difference in results, because they also hold words of deleted rows, which no
 * search finds.
 */
function readIndexes(path: string): ReadonlyMap<string, string> {
  const connection = new Database(path, { readonly: true });
  try {
    const names = connection
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'`)
      .pluck();
    return new Map(names.all().map((name) => [`${name}_data`, hashIndex(connection, name)]));
  } finally {
    connection.close();
  }
}

function hashIndex(connection: Database.Database, name: string): string {
  connection.exec(`CREATE VIRTUAL TABLE temp.found_words USING fts5vocab (main, "${name}", instance)`);
  const found = connection.prepare<[], unknown[]>('SELECT * FROM temp.found_words').raw().safeIntegers();
  const said = connection.prepare<[string], unknown[]>('SELECT * FROM pragma_integrity_check(?)').raw();
  const digest = hashParts([...renderRows(found.iterate()), ...renderRows(said.iterate(name))]);
  connection.exec('DROP TABLE temp.found_words');
  return digest;
}

function* renderRows(rows: Iterable<readonly unknown[]>): Generator<string> {
  for (const row of rows) yield `${row.map(renderValue).join('|')}\n`;
}

/** Renders a value with its type, so that a whole number, a real number, a text and bytes that look alike differ. */
function renderValue(value: unknown): string {
  if (Buffer.isBuffer(value)) return `x${value.toString('hex')}`;
  if (typeof value === 'string') return JSON.stringify(value);
  return `${typeof value} ${String(value)}`;
}

function hashParts(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
