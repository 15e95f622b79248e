// Checks that a database contains the objects that its migrations make and no others, before anything is run or changed.

import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { StorageError } from '../base/errors.ts';
import { stripEscapes } from '../base/foreign-text.ts';
import { readSchemaVersion } from './migrations.ts';
import type { Connection, Migration, OpenOptions } from './open-options.ts';
import { registerFunctions } from './sql-functions.ts';

interface Expected {
  readonly digest: string;
  readonly meanings: ReadonlyMap<string, string>;
}

/** The expected objects of each schema, for each version. */
const expectedOf = new WeakMap<readonly Migration[], Map<number, Expected>>();
const longestName = 60;

/**
 * Throws a `StorageError` (`store.foreign-objects`) that names a table, index, trigger or view that no migration made,
 * that differs from its migration, or that is missing. Without this check, our own statements would fire a planted
 * trigger.
 */
export function checkSchema(connection: Connection, options: OpenOptions): void {
  if (options.schema === 'foreign') return;
  // Both are read in one transaction, because another process may migrate the file in the meantime.
  const { version, objects } = connection.transaction(() => ({
    version: readSchemaVersion(connection),
    objects: readSchema(connection),
  }))();
  if (options.migrations.length === 0 && objects.length === 0) return;
  const digest = hashSchema(objects);
  if (options.migrations.find((step) => step.version === version)?.digest === digest) return;
  const expected = buildExpected(options, version);
  if (digest === expected.digest) return;
  const difference = findDifference(objects, expected.meanings);
  if (difference !== undefined) throw refuseForeign(options, difference);
}

function buildExpected(options: OpenOptions, version: number): Expected {
  const versions = expectedOf.get(options.migrations) ?? new Map<number, Expected>();
  expectedOf.set(options.migrations, versions);
  const known = versions.get(version);
  if (known !== undefined) return known;
  const objects = buildSchema(options, version);
  const meanings = new Map(objects.map((object) => [nameObject(object), renderMeaning(object)]));
  const expected = { digest: hashSchema(objects), meanings };
  versions.set(version, expected);
  return expected;
}

/** The objects that the migrations up to `version` make. */
function buildSchema(
  options: Pick<OpenOptions, 'functions' | 'migrations'>,
  version: number,
): readonly SchemaObject[] {
  const model = new Database(':memory:');
  try {
    registerFunctions(model, options.functions);
    model.pragma('foreign_keys = OFF');
    for (const migration of options.migrations) if (migration.version <= version) model.exec(migration.sql);
    return readSchema(model);
  } finally {
    model.close();
  }
}

function findDifference(
  objects: readonly SchemaObject[],
  meanings: ReadonlyMap<string, string>,
): string | undefined {
  const seen = new Set<string>();
  // An object that SQLite made automatically for another object is named only if there is no other object to name.
  const ordered = objects.toSorted((one, other) => Number(one.sql === null) - Number(other.sql === null));
  const foreign = ordered.find((object) => {
    const name = nameObject(object);
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated || !meanings.has(name);
  });
  if (foreign !== undefined)
    return `holds the ${showName(nameObject(foreign))}, which Terrarium did not make`;
  const changed = ordered.find((object) => meanings.get(nameObject(object)) !== renderMeaning(object));
  if (changed !== undefined)
    return `holds the ${showName(nameObject(changed))} in a form that Terrarium did not give it`;
  const gone = [...meanings.keys()].find((name) => !seen.has(name));
  return gone === undefined ? undefined : `lacks the ${showName(gone)}`;
}

function nameObject({ type, name }: SchemaObject): string {
  return `${type} ${name}`;
}

/** A stranger may have chosen the name, so control sequences for terminals are removed. */
function showName(name: string): string {
  const plain = stripEscapes(name).replaceAll(/[\p{C}\s]+/gu, ' ');
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain;
}

function refuseForeign({ path }: OpenOptions, difference: string): StorageError {
  return new StorageError({
    code: 'store.foreign-objects',
    happened: `${path} ${difference}.`,
    todo: 'Nothing in the file was run, and the file was not changed. Restore the folder of the world from a backup; if it came from somebody else, do not trust it.',
  });
}

interface SchemaObject {
  /** `table`, `index`, `trigger` or `view`, as SQLite reports it. A virtual table counts as a table. */
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** Null for an index that SQLite makes for a constraint. */
  readonly sql: string | null;
}

/**
 * Tables that SQLite makes for its own purposes. They are ignored, because they do not show to which program a file
 * belongs.
 */
const sqliteTables: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** All objects except SQLite's own tables, in a fixed order. */
function readSchema(connection: Connection): readonly SchemaObject[] {
  return connection
    .prepare<[], SchemaObject>(
      'SELECT type, name, tbl_name AS "table", sql FROM main.sqlite_schema ORDER BY type, name',
    )
    .all()
    .filter(({ sql }) => sql === null || !sqliteTables.has(sql));
}

/** A hash that only equal schemas share. */
function hashSchema(objects: readonly SchemaObject[]): string {
  const rows = objects.map(({ type, name, table, sql }) => [type, name, table, sql]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}

/**
 * Renders definitions with the same meaning as equal texts: after a table was renamed, versions of SQLite differ in
 * its blanks and quotes.
 */
function renderMeaning({ table, sql }: SchemaObject): string {
  const words = sql?.replaceAll(/\s+/gu, ' ').replaceAll(/"(\w+)"/gu, '$1') ?? '';
  return `${table}: ${words}`;
}

/**
 * Renders, as JSON, the digest of the schema after each migration, by the migration's number. The result is stored
 * next to the migrations as `schema-digests.json`.
 */
export function renderSchemaDigests(options: Pick<OpenOptions, 'functions' | 'migrations'>): string {
  const digests = options.migrations.map(({ version }) => [
    version,
    hashSchema(buildSchema(options, version)),
  ]);
  return `${JSON.stringify(Object.fromEntries(digests), undefined, 2)}\n`;
}
