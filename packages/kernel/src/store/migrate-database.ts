// Brings a database's schema up to date: all steps that are due in one transaction, behind a copy of what was there.

import { rmSync } from 'node:fs';
import { Bug } from '../base/errors.ts';
import { createBackup } from './create-backup.ts';
import type { Connection, Migrated, Migration, OpenOptions } from './open-options.ts';
import { sealExisting } from './record-seal-store.ts';
import { readSchemaVersion } from './schema-version.ts';

/** Leaves the database as it was when a step fails. References between tables are checked at the end, not on the way. */
export function migrateDatabase(connection: Connection, options: OpenOptions): void {
  connection.pragma('foreign_keys = OFF');
  const newest = options.migrations.at(-1)?.version ?? 0;
  if (readSchemaVersion(connection) >= newest) return;
  const migrate = connection.transaction(() => migrateLocked(connection, options));
  const migrated = migrate.immediate();
  if (migrated !== undefined) options.onMigrated?.(migrated);
}

/** Nobody else writes from here on; another process may have migrated just before. */
function migrateLocked(connection: Connection, options: OpenOptions): Migrated | undefined {
  const from = readSchemaVersion(connection);
  const due = options.migrations.filter((migration) => migration.version > from);
  const to = due.at(-1)?.version;
  if (to === undefined) return undefined;
  const backupPath = from === 0 ? undefined : createBackup(options.path, from);
  try {
    applyDue(connection, due, options);
    checkReferences(connection, options);
    connection.pragma(`user_version = ${to}`);
    if (options.applicationId !== undefined) connection.pragma(`application_id = ${options.applicationId}`);
  } catch (error) {
    if (backupPath !== undefined) rmSync(backupPath, { force: true });
    throw error;
  }
  return backupPath === undefined ? undefined : { from, to, backupPath };
}

/** The step that brings seals seals what is there. */
function applyDue(connection: Connection, due: readonly Migration[], { sealed = [] }: OpenOptions): void {
  const wasSealed = hasSeals(connection);
  for (const migration of due) connection.exec(migration.sql);
  if (!wasSealed && hasSeals(connection)) sealExisting(connection, sealed);
}

function hasSeals(connection: Connection): boolean {
  const find = connection.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'record_seal'",
  );
  return find.get() !== undefined;
}

function checkReferences(connection: Connection, { title }: OpenOptions): void {
  const broken = connection.pragma('foreign_key_check') as readonly { readonly table: string }[];
  const [first] = broken;
  if (first !== undefined) {
    throw new Bug(
      `${title}: a migration left ${broken.length} broken references, the first in ${first.table}.`,
    );
  }
}
