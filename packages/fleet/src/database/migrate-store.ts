// Migrates the fleet's database to the newest layout, and says whether a program and a database fit together.

import { readFileSync } from 'node:fs';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { FleetDatabase, Query, Row } from './fleet-database-store.ts';
import { refuseNoFleet, refuseNoRight } from './fleet-errors.ts';

/** A released layout never changes: a new layout is a new file. */
export const layouts = ['0001-fleet.sql', '0002-places.sql'] as const;

export const schemaVersion = layouts.length;

/**
 * The version of this program. The fleet records the version that created or last upgraded it, and refuses workers of
 * any other version, because their questions to the model may differ.
 */
export const programVersion = readProgramVersion();

function readProgramVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

interface MetaRow extends Row {
  readonly schema_version: number;
  readonly program: string;
  /** Whether this user may lease tasks; owners may not. */
  readonly may_work: boolean;
}

export interface Migrated {
  /** The layout that was found; 0 if there was no fleet. */
  readonly from: number;
  readonly to: number;
}

/** Programs that migrate wait for each other by means of this lock. */
const lock = 7_236_001;

/**
 * Creates the tables, or upgrades them to the newest layout, in one transaction. If they are already up to date, only
 * records the version of this program. Throws `StorageError` if the layout is newer than this program.
 */
export async function migrateFleet(database: FleetDatabase): Promise<Migrated> {
  return await database.transact(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const from = (await findMeta(query))?.schema_version ?? 0;
    if (from > schemaVersion) throw refuseNewer(from);
    for (const name of layouts.slice(from))
      await query(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'));
    await query(
      `INSERT INTO fleet.meta (schema_version, program) VALUES ($1, $2)
       ON CONFLICT (one_row) DO UPDATE SET schema_version = $1, program = $2`,
      [schemaVersion, programVersion],
    );
    return { from, to: schemaVersion };
  });
}

async function findMeta(query: Query): Promise<MetaRow | undefined> {
  const [{ there } = { there: false }] = await query<{ there: boolean }>(
    "SELECT to_regclass('fleet.meta') IS NOT NULL AS there",
  );
  if (!there) return undefined;
  const [row] = await query<MetaRow>(
    "SELECT schema_version, program, has_table_privilege('fleet.meta', 'UPDATE') AS may_work FROM fleet.meta",
  );
  return row;
}

/**
 * Throws `StorageError` if there is no fleet, or if its layout differs from this program's. With `isWorker`, also
 * throws if the fleet has another program version, or if this user may not lease tasks.
 */
export async function checkFleet(database: FleetDatabase, { isWorker = false } = {}): Promise<void> {
  const { host, database: name } = database.place;
  const meta = await findMeta(database.query);
  const where = `the database "${name}" at ${host}`;
  if (meta === undefined) throw refuseNoFleet(where);
  if (meta.schema_version > schemaVersion) throw refuseNewer(meta.schema_version);
  if (meta.schema_version < schemaVersion) throw refuseOlder(meta.schema_version);
  if (!isWorker) return;
  if (meta.program !== programVersion) throw refuseOtherProgram(meta.program);
  if (!meta.may_work) throw refuseNoRight(where, 'it is an owner', undefined);
}

function refuseNewer(found: number): StorageError {
  return new StorageError({
    code: 'fleet.newer',
    happened: `The fleet has layout ${found}, and this program knows layouts up to ${schemaVersion}.`,
    todo: 'Update Terrarium on this machine.',
  });
}

function refuseOlder(found: number): StorageError {
  return new StorageError({
    code: 'fleet.older',
    happened: `The fleet has layout ${found}, and this program works with layout ${schemaVersion}.`,
    todo: 'Stop the workers, back the database up with pg_dump, and run "terrarium fleet init" once with this program.',
  });
}

function refuseOtherProgram(found: string): UsageError {
  return new UsageError({
    code: 'fleet.other-program',
    happened: `The workers of this fleet are of version ${found}, and this one is ${programVersion}: they would ask a model different questions about the same story.`,
    todo: 'Install one version on all machines, and run "terrarium fleet init" once with it.',
  });
}
