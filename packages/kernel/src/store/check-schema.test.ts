// Tests which objects a file may contain: only those that its migrations made; no others are executed.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { renderSchemaDigests } from './check-schema.ts';
import { type Connection, type Migration, openDatabase } from './open-database.ts';

const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'lamps',
    sql: `CREATE TABLE old_lamp (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL CHECK (name <> ''));
      CREATE INDEX lamp_by_name ON old_lamp (name);
      CREATE VIRTUAL TABLE lamp_words USING fts5 (words, content = '');`,
  },
  {
    version: 2,
    name: 'kept',
    sql: `ALTER TABLE old_lamp RENAME TO lamp;
      CREATE TRIGGER lamp_kept BEFORE UPDATE ON lamp BEGIN SELECT RAISE(ABORT, 'kept'); END;`,
  },
];
const title = 'the lamps';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-schema-'));
  path = join(folder, 'lamps.db');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(version = 2, readonly = false): Connection {
  return openDatabase({ path, title, migrations: migrations.slice(0, version), readonly });
}

/** Changes the file as an attacker could: with every check of the driver switched off. */
function tamper(sql: string): void {
  const connection = new Database(path);
  connection.function('secret_of_terrarium', () => 1);
  connection.unsafeMode();
  connection.pragma('writable_schema = ON');
  connection.exec(sql);
  connection.close();
}

function catchRefusal(act: () => unknown): StorageError {
  try {
    act();
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error('It was opened.');
}

const planted: readonly (readonly [what: string, sql: string])[] = [
  ['trigger spy', `CREATE TRIGGER spy AFTER INSERT ON lamp BEGIN DELETE FROM lamp; END`],
  ['view all_lamps', 'CREATE VIEW all_lamps AS SELECT * FROM lamp'],
  ['table other', 'CREATE TABLE other (id INTEGER)'],
  ['table words', 'CREATE VIRTUAL TABLE words USING fts5 (word)'],
  ['index more', 'CREATE INDEX more ON lamp (id, name)'],
  ['table lamp', `UPDATE sqlite_schema SET sql = replace(sql, '<> ''''', '<> ''x''') WHERE name = 'lamp'`],
  [
    'trigger lamp_kept',
    `UPDATE sqlite_schema SET sql = replace(sql, 'BEFORE', 'AFTER') WHERE name = 'lamp_kept'`,
  ],
  ['trigger lamp_kept', 'DROP TRIGGER lamp_kept'],
  ['index lamp_by_name', 'DROP INDEX lamp_by_name'],
  [
    'table sqlite_spy',
    `INSERT INTO sqlite_schema VALUES ('table', 'sqlite_spy', 'sqlite_spy', 0, 'CREATE VIEW sqlite_spy AS SELECT 1')`,
  ],
];

it('a schema is refused with what is foreign in it, before the file is changed, to read and to write', () => {
  for (const [what, sql] of planted) {
    open().close();
    tamper(sql);
    const before = readFileSync(path);
    for (const readonly of [true, false]) {
      const refusal = catchRefusal(() => open(2, readonly));
      // A definition that SQLite cannot parse is reported as damage.
      expect(['store.foreign-objects', 'store.corrupt']).toContain(refusal.code);
      if (refusal.code === 'store.foreign-objects') expect(refusal.happened).toContain(what);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    rmSync(path);
  }
});

it('a schema of an older version is refused before it is brought up to date', () => {
  open(1).close();
  tamper('CREATE TRIGGER spy AFTER INSERT ON old_lamp BEGIN DELETE FROM old_lamp; END');
  expect(catchRefusal(() => open()).happened).toContain('trigger spy');
  expect(new Database(path).pragma('user_version', { simple: true })).toBe(1);
});

it('a foreign name is shown short, on one line and without what a terminal obeys', () => {
  const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(names, (random) => {
      const name = random.replaceAll('\0', '');
      fc.pre(name !== '' && !/^sqlite_/iu.test(name));
      rmSync(path, { force: true });
      open().close();
      tamper(`CREATE TABLE "${name.replaceAll('"', '""')}" (id)`);
      const { happened } = catchRefusal(() => open());
      expect(happened.length).toBeLessThan(path.length + 140);
      expect(happened).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
    { numRuns: 20 },
  );
});

it('a file is opened that SQLite keeps its own tables in, or spells a renamed one otherwise', () => {
  const connection = open();
  connection.exec("INSERT INTO lamp (name) VALUES ('tall'); ANALYZE");
  connection.close();
  tamper(`UPDATE sqlite_schema SET sql = replace(sql, '"lamp"', 'lamp') WHERE name = 'lamp'`);
  const again = open();
  expect(again.prepare('SELECT name FROM lamp').pluck().all()).toEqual(['tall']);
  again.close();
});

it('a digest that was noted is what the steps make, and is enough', () => {
  const digests: Record<number, string> = JSON.parse(renderSchemaDigests({ migrations }));
  const noted = migrations.map((step) => ({ ...step, digest: digests[step.version] }));
  open().close();
  openDatabase({ path, title, migrations: noted }).close();
  const wrong = noted.map((step) => ({ ...step, digest: 'other' }));
  openDatabase({ path, title, migrations: wrong }).close();
  tamper('DROP TRIGGER lamp_kept');
  expect(() => openDatabase({ path, title, migrations: noted })).toThrow(/lamp_kept/u);
});

it('a connection runs nothing of a file that does more than compute, and writes neither schema nor hidden tables', () => {
  open().close();
  tamper(`CREATE VIEW peek AS SELECT secret_of_terrarium() AS found`);
  const functions = { secret_of_terrarium: () => 1 };
  const foreign = openDatabase({ path, title, migrations: [], schema: 'foreign', functions });
  expect(() => foreign.prepare('SELECT found FROM peek').all()).toThrow(/unsafe use/u);
  foreign.close();
  tamper('DROP VIEW peek');
  const connection = open();
  connection.pragma('writable_schema = ON');
  expect(() => connection.exec("UPDATE sqlite_schema SET sql = 'x'")).toThrow(/may not be modified/u);
  expect(() => connection.exec("INSERT INTO lamp_words_data VALUES (99, 'x')")).toThrow(
    /may not be modified/u,
  );
  const pragmas = ['trusted_schema', 'cell_size_check'].map((name) =>
    connection.pragma(name, { simple: true }),
  );
  expect(pragmas).toEqual([0, 1]);
  connection.close();
});
