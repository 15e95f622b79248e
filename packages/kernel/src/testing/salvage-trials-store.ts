// Salvage trials: damages a store again and again, and compares its export and its salvage with the undamaged store.

import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import type { DamagedRow } from '../store/examined-rows.ts';
import type { SealedTable } from '../store/seal-record.ts';
import { applyMishap } from './apply-mishap.ts';
import { buildSeededChance } from './fake-environment.ts';

export interface SalvagedContent {
  /** A database with the salvaged rows, which stays open until `close`. */
  readonly connection: Database.Database;
  readonly leftOut: readonly DamagedRow[];
  close(): void;
}

export interface SalvageTrials {
  /** The path of the damaged copies, which are written one after the other. Nothing else may have the file open. */
  readonly path: string;
  /** The bytes of the intact file, which must not have a write-ahead log next to it. */
  readonly whole: Buffer;
  readonly trials: number;
  readonly seed: number;
  readonly tables: readonly SealedTable[];
  /** Makes the ordinary export of the file at the path. */
  readonly exportAll: (path: string) => string;
  readonly salvage: (path: string) => SalvagedContent;
}

export interface SalvageTrial {
  readonly seed: number;
  readonly what: string;
  /** `right`: the export equals the export of the intact file, byte for byte. */
  readonly exported: 'refused' | 'right' | 'wrong' | 'fault';
  /**
   * `whole`: every row was salvaged. `part`: some rows were salvaged, and each table with missing rows has a report.
   * `wrong`: a salvaged row was never written, or a missing row is not reported.
   */
  readonly salvaged: 'whole' | 'part' | 'refused' | 'wrong' | 'fault';
  readonly kept: number;
  readonly of: number;
  readonly said: string;
}

/** Every trial damages the intact file anew, with a seed of its own, so that the damage can be repeated. */
export function runSalvageTrials(options: SalvageTrials): readonly SalvageTrial[] {
  const { path, whole, trials, seed, exportAll } = options;
  writeAlone(path, whole);
  const expected = exportAll(path);
  const connection = new Database(path, { readonly: true });
  const rows = readRows(connection, options.tables);
  connection.close();
  return Array.from({ length: trials }, (_, index) => {
    const own = seed + index;
    const { bytes, what } = applyMishap(whole, buildSeededChance(own));
    writeAlone(path, bytes);
    const exported = checkExport(() => exportAll(path), expected);
    writeAlone(path, bytes);
    return { seed: own, what, ...exported, ...checkSalvage(options, rows, exported.said) };
  });
}

/**
 * Writes a line for the outcomes and a line for how much partial salvages keep. Trials that went wrong are listed in
 * full.
 */
export function renderSalvageTrials(trials: readonly SalvageTrial[]): string {
  const count = (name: 'exported' | 'salvaged') =>
    [...Map.groupBy(trials, (trial) => trial[name])]
      .map(([outcome, those]) => `${outcome} ${those.length}`)
      .sort()
      .join(', ');
  const parts = trials.filter(({ salvaged }) => salvaged === 'part');
  const shares = parts.map(({ kept, of }) => kept / of).sort((one, other) => one - other);
  const describeShare = (at: number) =>
    `${((shares[Math.floor((shares.length - 1) * at)] ?? 1) * 100).toFixed(1)} %`;
  const bad = trials
    .filter(isWrong)
    .map(
      ({ seed, what, exported, salvaged, said }) =>
        `seed ${seed}, ${what}: ${exported}, ${salvaged}: ${said}`,
    );
  return [
    `${trials.length} damages: export ${count('exported')}; salvage ${count('salvaged')}`,
    `of partial salvages the median keeps ${describeShare(0.5)} of the rows, one in ten less than ${describeShare(0.1)}`,
    ...bad,
  ].join('\n');
}

export function isWrong({ exported, salvaged }: SalvageTrial): boolean {
  return [exported, salvaged].some((outcome) => outcome === 'wrong' || outcome === 'fault');
}

/** Writes a file, and removes the files that an earlier database left next to it. */
function writeAlone(path: string, bytes: Buffer): void {
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
  writeFileSync(path, bytes);
}

function checkExport(run: () => string, expected: string): Pick<SalvageTrial, 'exported' | 'said'> {
  try {
    const text = run();
    if (text === expected) return { exported: 'right', said: '' };
    const at = [...text].findIndex((sign, index) => sign !== expected[index]);
    return { exported: 'wrong', said: `the export differs at ${at}: ${text.slice(at, at + 80)}` };
  } catch (error) {
    return { exported: error instanceof StorageError ? 'refused' : 'fault', said: String(error) };
  }
}

type Rows = ReadonlyMap<string, ReadonlySet<string>>;

function checkSalvage(
  { path, tables, salvage }: SalvageTrials,
  rows: Rows,
  before: string,
): Omit<SalvageTrial, 'seed' | 'what' | 'exported'> {
  const of = [...rows.values()].reduce((sum, { size }) => sum + size, 0);
  try {
    const { connection, leftOut, close } = salvage(path);
    try {
      const found = readRows(connection, tables);
      const kept = [...found.values()].reduce((sum, { size }) => sum + size, 0);
      const faults = listCompared(tables).flatMap((one) => compare(one, { rows, found, leftOut }));
      const [fault] = faults;
      if (fault !== undefined) return { salvaged: 'wrong', kept, of, said: fault };
      return { salvaged: kept === of ? 'whole' : 'part', kept, of, said: before };
    } finally {
      close();
    }
  } catch (error) {
    return {
      salvaged: error instanceof StorageError ? 'refused' : 'fault',
      kept: 0,
      of,
      said: String(error),
    };
  }
}

interface Compared {
  readonly rows: Rows;
  readonly found: Rows;
  readonly leftOut: readonly DamagedRow[];
}

/** A table that is compared. Its rows may be missing if a row of one of the `owners` was left out. */
interface ComparedTable {
  readonly table: string;
  readonly owners: readonly string[];
}

/** Parts are left out with the row to which they belong. */
function listCompared(tables: readonly SealedTable[]): readonly ComparedTable[] {
  return tables.flatMap(({ table, parts }) => [
    { table, owners: [table, ...(parts === undefined ? [] : [parts.table])] },
    ...(parts === undefined ? [] : [{ table: parts.table, owners: [table, parts.table] }]),
  ]);
}

function compare({ table, owners }: ComparedTable, { rows, found, leftOut }: Compared): readonly string[] {
  const [written, salvaged] = [rows.get(table) ?? new Set<string>(), found.get(table) ?? new Set<string>()];
  const invented = [...salvaged].find((row) => !written.has(row));
  if (invented !== undefined) return [`${table} holds what was never written: ${invented.slice(0, 200)}`];
  const missing = [...written].find((row) => !salvaged.has(row));
  const isSaid = leftOut.some((one) => owners.includes(one.table));
  return missing === undefined || isSaid ? [] : [`${table} lacks unsaid: ${missing.slice(0, 200)}`];
}

function readRows(connection: Database.Database, tables: readonly SealedTable[]): Rows {
  return new Map(
    tables.flatMap(({ table, key, columns, parts }) => {
      const own = [table, readTable(connection, table, [...key, ...columns])] as const;
      return parts === undefined ? [own] : [own, [parts.table, readTable(connection, parts.table)] as const];
    }),
  );
}

function readTable(connection: Database.Database, table: string, columns?: readonly string[]): Set<string> {
  const list = columns?.map((column) => `"${column}"`).join(', ') ?? '*';
  const rows = connection.prepare<[], unknown[]>(`SELECT ${list} FROM "${table}" NOT INDEXED`).raw();
  return new Set(rows.safeIntegers().all().map(renderRow));
}

function renderRow(row: readonly unknown[]): string {
  return row
    .map((value) => (Buffer.isBuffer(value) ? `x${value.toString('hex')}` : `${typeof value} ${value}`))
    .join('|');
}
