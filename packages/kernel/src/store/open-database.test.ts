// Tests opening a database: a small store fulfils the contract of stores, and each problem is reported to the operator.

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { describeStore } from '../testing/store-conformance.ts';
import { readSchemaVersion } from './migrations.ts';
import { type Connection, type Migration, type OpenOptions, openDatabase } from './open-database.ts';
import { translateStorageError } from './storage-errors.ts';

const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'lamps',
    sql: `CREATE TABLE lamp (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TRIGGER lamp_kept BEFORE UPDATE ON lamp BEGIN SELECT RAISE(ABORT, 'kept'); END;
      CREATE TRIGGER lamp_stays BEFORE DELETE ON lamp BEGIN SELECT RAISE(ABORT, 'kept'); END;`,
  },
  { version: 2, name: 'light', sql: 'ALTER TABLE lamp ADD COLUMN light INTEGER NOT NULL DEFAULT 0;' },
];

describeStore({
  title: 'The lamps',
  migrations,
  open: (path) => openDatabase({ path, title: 'the lamps', migrations }),
  appendOnly: [{ table: 'lamp', fill: "INSERT INTO lamp (name) VALUES ('tall')", column: 'name' }],
});

let folder = '';
let path = '';
const opened: Connection[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-database-'));
  path = join(folder, 'lamps.db');
});

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<OpenOptions> = {}): Connection {
  const connection = openDatabase({ path, title: 'the lamps', migrations, busyTimeoutMs: 0, ...options });
  opened.push(connection);
  return connection;
}

function catchFailure(act: () => unknown): StorageError {
  try {
    act();
  } catch (error) {
    const translated = translateStorageError(error, { title: 'the lamps', path });
    if (translated instanceof StorageError) return translated;
  }
  throw new Error('It did not fail with a StorageError.');
}

describe('an opened database', () => {
  it('writes ahead, waits for others, checks references', () => {
    const connection = open({ busyTimeoutMs: 1234 });
    expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(connection.pragma('busy_timeout', { simple: true })).toBe(1234);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('survives power loss when asked to', () => {
    expect(open().pragma('synchronous', { simple: true })).toBe(1);
    expect(open({ durability: 'full' }).pragma('synchronous', { simple: true })).toBe(2);
  });

  it('keeps what was committed before its process was killed', () => {
    open().exec("INSERT INTO lamp (name) VALUES ('tall')");
    expect(open().prepare('SELECT name FROM lamp').pluck().all()).toEqual(['tall']);
  });

  it('stays at the version before a migration that fails, whole', () => {
    open({ migrations: migrations.slice(0, 1) });
    const broken = {
      version: 2,
      name: 'broken',
      sql: 'CREATE TABLE half (id INTEGER); SELECT * FROM nowhere;',
    };
    expect(() => open({ migrations: [...migrations.slice(0, 1), broken] })).toThrow();
    expect(readSchemaVersion(open({ migrations: migrations.slice(0, 1) }))).toBe(1);
    expect(opened[0]?.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(
      0,
    );
  });

  it('is not written to when it is opened to be read', () => {
    open().exec("INSERT INTO lamp (name) VALUES ('tall')");
    const reader = open({ readonly: true });
    const failure = catchFailure(() => reader.exec("INSERT INTO lamp (name) VALUES ('low')"));
    expect(failure.code).toBe('store.read-only');
  });
});

describe('a database that cannot be opened', () => {
  it('is missing, and is not made', () => {
    expect(catchFailure(() => open({ mustExist: true })).code).toBe('store.missing');
    expect(() => readFileSync(path)).toThrow();
  });

  it('has no folder', () => {
    path = join(folder, 'nowhere', 'lamps.db');
    expect(catchFailure(() => open()).code).toBe('store.cannot-open');
  });

  it('lies under a file', () => {
    writeFileSync(path, 'a file');
    path = join(path, 'lamps.db');
    expect(catchFailure(() => open()).code).toBe('store.cannot-open');
  });

  it('is a folder', () => {
    path = folder;
    expect(catchFailure(() => open()).code).toBe('world.not-a-file');
  });

  it('is no database, and stays what it is', () => {
    const text = 'Dear diary, today the lamps went out. '.repeat(200);
    writeFileSync(path, text);
    expect(catchFailure(() => open()).code).toBe('store.not-a-database');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is damaged', () => {
    const connection = open();
    const insert = connection.prepare('INSERT INTO lamp (name) VALUES (?)');
    for (let count = 0; count < 500; count++) insert.run('a lamp with a long name '.repeat(20));
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.close();
    opened.length = 0;
    truncateSync(path, 3 * 4096);
    const failure = catchFailure(() => open().prepare('SELECT count(*), max(name) FROM lamp').all());
    expect(failure.code).toBe('store.corrupt');
    expect(failure.todo).toContain('backup');
  });
});

describe('a database beside which a stranger laid a link', () => {
  it.each(['', '-wal', '-shm', '-journal'])(
    'is refused for %j, and nothing is read or written there',
    (ending) => {
      const outside = join(folder, 'outside');
      writeFileSync(outside, 'a letter');
      symlinkSync(outside, path + ending);
      expect(catchFailure(() => open()).code).toBe('world.link');
      expect(catchFailure(() => open({ readonly: true })).code).toBe('world.link');
      rmSync(path + ending);
      linkSync(outside, path + ending);
      expect(catchFailure(() => open()).code).toBe('world.shared-file');
      rmSync(path + ending);
      symlinkSync(join(folder, 'nothing'), path + ending);
      expect(catchFailure(() => open()).code).toBe('world.link');
      expect(readFileSync(outside, 'utf8')).toBe('a letter');
      expect(existsSync(join(folder, 'nothing'))).toBe(false);
    },
  );

  it('is refused behind a folder that is a link, within a world', () => {
    mkdirSync(join(folder, 'there'));
    symlinkSync('there', join(folder, 'corpora'));
    path = join(folder, 'corpora', 'lamps.db');
    expect(catchFailure(() => open({ within: folder })).code).toBe('world.link');
    expect(readdirSync(join(folder, 'there'))).toEqual([]);
  });

  it('is for nobody else to read, and one that was is so no more', () => {
    const mask = process.umask(0);
    try {
      open().exec("INSERT INTO lamp (name) VALUES ('tall')");
      const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
      expect(modes()).toEqual([0o600, 0o600, 0o600]);
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
      open();
      expect(modes()).toEqual([0o600, 0o600, 0o600]);
    } finally {
      process.umask(mask);
    }
  });
});

describe('a database that cannot be written', () => {
  it('is locked by another program', () => {
    open();
    const other = new Database(path);
    opened.push(other);
    other.exec('BEGIN IMMEDIATE');
    const failure = catchFailure(() => open().exec("INSERT INTO lamp (name) VALUES ('tall')"));
    expect(failure.code).toBe('store.locked');
    expect(failure.message).toContain(path);
  });

  it('is on a disk that is full', () => {
    const connection = open();
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${pages}`);
    const insert = connection.prepare('INSERT INTO lamp (name) VALUES (?)');
    const failure = catchFailure(() => {
      for (let count = 0; count < 100; count++) insert.run('a lamp with a long name '.repeat(100));
    });
    expect(failure.code).toBe('store.full');
  });
});
