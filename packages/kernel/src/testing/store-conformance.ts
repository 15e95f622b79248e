// Conformance suite for stores: tests what each of our databases must do.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSchemaVersion } from '../store/migrations.ts';
import { type Connection, type Migration, type OpenOptions, openDatabase } from '../store/open-database.ts';

/** A table whose rows may never be changed. */
export interface AppendOnlyTable {
  readonly table: string;
  /** SQL that puts rows into the table, together with the rows that they refer to. */
  readonly fill: string;
  /** A column that the test tries to update. */
  readonly column: string;
}

export interface StoreUnderTest {
  /** The name of the store in messages. */
  readonly title: string;
  readonly migrations: readonly Migration[];
  /** The functions that the migrations call. */
  readonly functions?: OpenOptions['functions'];
  open(path: string): Connection;
  readonly appendOnly?: readonly AppendOnlyTable[];
}

interface Bench {
  readonly store: StoreUnderTest;
  readonly folder: string;
  /** Opens the store at `path`, by default at its own path in the folder. */
  readonly open: (path?: string) => Connection;
}

interface Check {
  readonly promise: string;
  check(bench: Bench): void;
}

const checks: readonly Check[] = [
  {
    promise: 'has migrations that only go forward',
    check({ store }) {
      const versions = store.migrations.map((migration) => migration.version);
      expect(versions).toEqual(versions.map((_version, index) => index + 1));
    },
  },
  {
    promise: 'begins at the newest schema, whole and sound',
    check({ store, open }) {
      const connection = open();
      expect(readSchemaVersion(connection)).toBe(store.migrations.length);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(connection.pragma('foreign_key_check')).toEqual([]);
    },
  },
  {
    promise: 'reaches the same schema from every older version',
    check({ store, folder, open }) {
      const fresh = readSchema(open());
      for (let version = 1; version < store.migrations.length; version++) {
        const path = join(folder, `from-${version}.db`);
        const migrations = store.migrations.slice(0, version);
        openDatabase({ path, title: store.title, migrations, functions: store.functions ?? {} }).close();
        expect(readSchema(open(path))).toEqual(fresh);
      }
    },
  },
  {
    promise: 'can be opened again, and changes nothing by it',
    check({ open }) {
      const before = readSchema(open());
      expect(readSchema(open())).toEqual(before);
    },
  },
  {
    promise: 'refuses a file of a newer version and leaves it as it is',
    check({ store, open }) {
      const newer = store.migrations.length + 1;
      const connection = open();
      connection.pragma(`user_version = ${newer}`);
      expect(() => open()).toThrowError(expect.objectContaining({ code: 'store.newer-version' }));
      expect(readSchemaVersion(connection)).toBe(newer);
    },
  },
  {
    promise: 'is read by one connection while another one writes',
    check({ open }) {
      const writer = open();
      const reader = open();
      const before = countSchema(reader);
      writer.exec('BEGIN IMMEDIATE');
      writer.exec('CREATE TABLE conformance_probe (id INTEGER PRIMARY KEY)');
      expect(countSchema(reader)).toBe(before);
      writer.exec('COMMIT');
      expect(countSchema(reader)).toBe(before + 1);
    },
  },
];

/** Registers the suite for one store. */
export function describeStore(store: StoreUnderTest): void {
  describe(`${store.title} is a store`, () => {
    for (const { promise, check } of checks) it(promise, () => withBench(store, check));
    for (const kept of store.appendOnly ?? []) {
      it(`keeps the rows of ${kept.table} as they were written`, () =>
        withBench(store, ({ open }) => checkAppendOnly(open(), kept)));
    }
  });
}

function withBench(store: StoreUnderTest, check: (bench: Bench) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-store-'));
  const opened: Connection[] = [];
  const open = (path = join(folder, 'store.db')) => {
    const connection = store.open(path);
    opened.push(connection);
    return connection;
  };
  try {
    check({ store, folder, open });
  } finally {
    for (const connection of opened) connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkAppendOnly(connection: Connection, { table, fill, column }: AppendOnlyTable): void {
  connection.exec(fill);
  const before = connection.prepare(`SELECT * FROM "${table}"`).all();
  expect(before).not.toEqual([]);
  expect(() => connection.exec(`UPDATE "${table}" SET "${column}" = "${column}"`)).toThrow();
  expect(() => connection.exec(`DELETE FROM "${table}"`)).toThrow();
  expect(connection.prepare(`SELECT * FROM "${table}"`).all()).toEqual(before);
}

function readSchema(connection: Connection): unknown {
  return connection.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
}

function countSchema(connection: Connection): number {
  return Number(connection.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
}
