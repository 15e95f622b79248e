// Brings a database's schema up to date: copies the database, then runs all due migrations in one transaction.

import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { assert, Bug, StorageError } from '../base/errors.ts';
import { openWorldFolder, type WorldFolder } from '../files/world-folder.ts';
import type { Connection, Migrated, Migration, OpenOptions } from './open-options.ts';
import { sealExisting } from './record-seal-store.ts';

/**
 * If a migration fails, the database stays as it was. References between tables are checked only at the end, and this
 * connection does not enforce them afterwards.
 */
export function migrateDatabase(connection: Connection, options: OpenOptions): void {
  connection.pragma('foreign_keys = OFF');
  const newest = options.migrations.at(-1)?.version ?? 0;
  if (readSchemaVersion(connection) >= newest) return;
  const migrate = connection.transaction(() => migrateLocked(connection, options));
  const migrated = migrate.immediate();
  if (migrated !== undefined) options.onMigrated?.(migrated);
}

/** From here on, no other process can write. One may have migrated the database just before. */
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

/** Runs the due migrations. If one of them introduces seals, the existing rows are sealed too. */
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

/**
 * The free space needed, as a multiple of the database's size: for the copy, for the log of a migration that rewrites
 * everything, and for growing tables.
 */
const roomNeeded = 3;

/**
 * Copies the database at `path` to a file next to it with a name such as `annotator.db.v2.backup` or, if this is
 * taken, the next free name. Throws `StorageError` (`store.no-room`) before it begins if there is no room for the copy
 * and the migration.
 */
function createBackup(path: string, version: number): string {
  refuseFullDisk(path, roomNeeded * statSync(path).size);
  const folder = openWorldFolder(dirname(resolve(path)));
  const backupPath = chooseBackupPath(folder, `${path}.v${version}.backup`);
  const draftPath = `${backupPath}.writing`;
  folder.remove(draftPath);
  try {
    // The file is created first, so that only its owner can read it. SQLite can copy into an existing empty file.
    folder.create(draftPath);
    copyDatabase(path, draftPath);
    folder.flush(draftPath);
    folder.move(draftPath, backupPath);
  } catch (error) {
    folder.remove(draftPath);
    throw error;
  }
  return backupPath;
}

/** Throws `StorageError` if the disk with `path` has fewer free bytes than `bytes`. */
export function refuseFullDisk(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new StorageError({
    code: 'store.no-room',
    happened: `${path} must be upgraded, which needs ${renderMegabytes(bytes)} on its disk; ${renderMegabytes(free)} is free.`,
    todo: 'Free some space and start again. Nothing was changed.',
  });
}

function renderMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}

function chooseBackupPath(folder: WorldFolder, first: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? first : `${first}-${count}`;
    if (!folder.has(candidate)) return candidate;
  }
}

function copyDatabase(path: string, copyPath: string): void {
  const reader = new Database(path, { readonly: true });
  try {
    setUntrusted(reader);
    reader.prepare('VACUUM INTO ?').run(copyPath);
  } finally {
    reader.close();
  }
}

/**
 * Treats the file as untrusted: nothing in it may call a function with side effects, its pages are checked when they
 * are read, and it is not mapped into memory. The driver opens every connection in defensive mode, in which no
 * statement can write to the schema itself or to the internal tables of a full-text index.
 */
export function setUntrusted(connection: Connection): void {
  connection.pragma('trusted_schema = OFF');
  connection.pragma('cell_size_check = ON');
  connection.pragma('mmap_size = 0');
}

/** A file with the digest of the schema after each migration, by the migration's number. A folder may lack it. */
const digestsFile = 'schema-digests.json';

/** The files with names like `0001-events.sql`, in order. Throws `Bug` if they are not numbered consecutively. */
export function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
  const digests = readDigests(join(folder, digestsFile));
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    assert(
      version === index + 1,
      `The schema files are not numbered one after the other: ${names.join(', ')}.`,
    );
    const sql = readFileSync(join(folder, name), 'utf8');
    return { version, name: name.slice(5, -4), sql, digest: digests[version] };
  });
}

function readDigests(path: string): Readonly<Record<number, string>> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** The schema version of an open database; 0 before the first migration. */
export function readSchemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}

const statement = /((?:^--[^\n]*\n)*)^(CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(\w+)(?!\w)[\s\S]*?;)\s*$/gm;

/** A table has a name with this beginning while it is filled. Then it is renamed, and replaces an older table. */
const renewing = /^new_/;

/** Renders lines of Markdown: a section for each schema file with a table that no later file replaces. */
export function renderSchema(migrations: readonly Migration[]): readonly string[] {
  const files = migrations.map(({ version, name, sql }) => ({
    title: `## ${String(version).padStart(4, '0')} ${name}`,
    tables: readTables(sql),
  }));
  return files.flatMap(({ title, tables }, index) => {
    const renewed = new Set(files.slice(index + 1).flatMap((later) => later.tables.map(({ name }) => name)));
    const standing = tables.filter(({ name }) => !renewed.has(name));
    return standing.length === 0 ? [] : ['', title, ...standing.flatMap(renderTable)];
  });
}

interface SchemaTable {
  readonly name: string;
  readonly comment: string;
  readonly sql: string;
}

function readTables(sql: string): readonly SchemaTable[] {
  return [...sql.matchAll(statement)].map(([, comment = '', table = '', created = '']) => {
    const name = created.replace(renewing, '');
    return { name, comment, sql: table.replace(created, name) };
  });
}

function renderTable({ name, comment, sql }: SchemaTable): readonly string[] {
  return [
    '',
    `### ${name}`,
    '',
    ...comment.split('\n').flatMap((line) => (line.startsWith('--') ? [line.slice(2).trim()] : [])),
    ...(comment === '' ? [] : ['']),
    '```sql',
    sql,
    '```',
  ];
}
