// Damage trials: damages a database again and again, and sorts the reports by whether its content changed.

import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { assert, StorageError } from '../base/errors.ts';
import { applyMishap } from './apply-mishap.ts';
import { buildSeededChance } from './fake-environment.ts';

/** What a check says about a damaged file. */
export interface DamageVerdict {
  /** The problems in the words that a person reads; empty if the check finds nothing. */
  readonly problems: readonly string[];
}

export interface DamageTrials {
  /** Where the damaged copies are put, one after the other; nothing else may have it open. */
  readonly path: string;
  /** The sound file, whole: no write-ahead log is beside it. */
  readonly whole: Buffer;
  readonly trials: number;
  readonly seed: number;
  /** Opens the file as the product does and checks it; throws what the product throws. */
  readonly examine: (path: string) => DamageVerdict;
}

export type DamageOutcome = 'refused' | 'named' | 'unchanged' | 'silent' | 'fault';

export interface DamageTrial {
  readonly seed: number;
  readonly what: string;
  /**
   * `refused`: an error told the operator what to do. `named`: the check found it. `unchanged`: nothing was reported,
   * and every row is as it was. `silent`: nothing was reported, and some row is not. `fault`: something other than a
   * `StorageError` was thrown.
   */
  readonly outcome: DamageOutcome;
  /** The first problem that was named, or how the content differs. */
  readonly said: string;
}

/**
 * Every trial damages the sound file anew, with a seed of its own that brings the same damage again. Throws
 * when the check finds something in the sound file: then it would name damage in any file.
 */
export function runDamageTrials({
  path,
  whole,
  trials,
  seed,
  examine,
}: DamageTrials): readonly DamageTrial[] {
  writeAlone(path, whole);
  const content = readContent(path);
  const [unsound] = examine(path).problems;
  assert(unsound === undefined, `The sound file is said to be damaged: ${unsound}`);
  return Array.from({ length: trials }, (_, index) => {
    const own = seed + index;
    const { bytes, what } = applyMishap(whole, buildSeededChance(own));
    writeAlone(path, bytes);
    return { seed: own, what, ...examineTrial(path, { content, examine }) };
  });
}

/** A line for each outcome that occurred; trials with an outcome that should not occur are listed in full. */
export function renderDamageTrials(trials: readonly DamageTrial[]): string {
  const counts = Map.groupBy(trials, ({ outcome }) => outcome);
  const lines = [...counts].map(([outcome, those]) => `${outcome}: ${those.length}`).sort();
  const bad = trials.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault');
  const told = bad.map(({ seed, what, outcome, said }) => `seed ${seed}, ${what}: ${outcome}: ${said}`);
  return [`${trials.length} damages: ${lines.join(', ')}`, ...told].join('\n');
}

/** Writes a file, and removes what an earlier one left beside it. */
function writeAlone(path: string, bytes: Buffer): void {
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
  writeFileSync(path, bytes);
}

interface Expected {
  readonly content: ReadonlyMap<string, string>;
  readonly examine: DamageTrials['examine'];
}

function examineTrial(path: string, { content, examine }: Expected): Pick<DamageTrial, 'outcome' | 'said'> {
  // Compared before the examination, which opens the file for writing and may change it.
  const differing = findDiffering(path, content);
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

function findDiffering(path: string, content: ReadonlyMap<string, string>): string | undefined {
  try {
    const found = readContent(path);
    return [...content].find(([name, digest]) => found.get(name) !== digest)?.[0];
  } catch (error) {
    return `what cannot be read (${String(error)})`;
  }
}

/** A digest for each table, of all its rows with their types, and one for the schema. */
function readContent(path: string): ReadonlyMap<string, string> {
  const connection = new Database(path, { readonly: true });
  try {
    const schema = connection
      .prepare<[], SchemaRow>('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
      .all();
    // The counts of ANALYZE influence how rows are searched, not what they contain.
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
  // The column left out says which part of the index a text went into, and only serves to note deletions: it does not
  // change what is found.
  const columns = name.endsWith('_docsize') ? 'id, sz' : '*';
  const rows = connection
    .prepare<[], unknown[]>(`SELECT ${columns} FROM "${name.replaceAll('"', '""')}" NOT INDEXED`)
    .raw()
    .safeIntegers();
  return hashParts(renderRows(rows.iterate()));
}

function* renderRows(rows: Iterable<readonly unknown[]>): Generator<string> {
  for (const row of rows) yield `${row.map(renderValue).join('|')}\n`;
}

/** A whole number, a real one, a text and bytes that look alike are told apart. */
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
