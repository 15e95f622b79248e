// Tests migrations: they keep a complete copy of the database beside it, and a failed migration changes nothing.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { readSchemaVersion, refuseFullDisk } from './migrations.ts';
import {
  type Connection,
  type Migrated,
  type Migration,
  type OpenOptions,
  openDatabase,
} from './open-database.ts';

const lamps: Migration = {
  version: 1,
  name: 'lamps',
  sql: 'CREATE TABLE lamp (id INTEGER PRIMARY KEY, name TEXT NOT NULL)',
};
const loud: Migration = { version: 2, name: 'loud', sql: 'UPDATE lamp SET name = shout(name)' };
const broken: Migration = { version: 2, name: 'broken', sql: 'DELETE FROM lamp; SELECT * FROM nowhere;' };
const shout = (name: unknown) => String(name).toUpperCase();

let folder = '';
let path = '';
const opened: Connection[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-migrate-'));
  path = join(folder, 'lamps.db');
});

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<OpenOptions> = {}): Connection {
  const connection = openDatabase({
    path,
    title: 'the lamps',
    migrations: [lamps],
    functions: { shout },
    busyTimeoutMs: 0,
    ...options,
  });
  opened.push(connection);
  return connection;
}

function readNames(connection: Connection): unknown {
  return connection.prepare('SELECT name FROM lamp ORDER BY id').pluck().all();
}

function catchCode(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof StorageError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

function lightLamps(options: Partial<OpenOptions> = {}): void {
  const connection = open(options);
  connection.exec("INSERT INTO lamp (name) VALUES ('tall'), ('low')");
  connection.close();
  opened.length = 0;
}

describe('a migration', () => {
  it('begins with a whole copy of what was there, and says where it lies', () => {
    lightLamps();
    const told: Migrated[] = [];
    const connection = open({ migrations: [lamps, loud], onMigrated: (migrated) => told.push(migrated) });
    expect(readNames(connection)).toEqual(['TALL', 'LOW']);
    const backupPath = `${path}.v1.backup`;
    expect(told).toEqual([{ from: 1, to: 2, backupPath }]);
    const backup = open({ path: backupPath });
    expect(readNames(backup)).toEqual(['tall', 'low']);
    expect(readSchemaVersion(backup)).toBe(1);
    expect(backup.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('copies what still stands in the log of another connection', () => {
    const writer = open();
    writer.pragma('wal_autocheckpoint = 0');
    writer.exec("INSERT INTO lamp (name) VALUES ('tall')");
    open({ migrations: [lamps, loud] });
    expect(readNames(open({ path: `${path}.v1.backup` }))).toEqual(['tall']);
  });

  it('never writes over a backup that is there', () => {
    lightLamps();
    writeFileSync(`${path}.v1.backup`, 'kept from before');
    open({ migrations: [lamps, loud] });
    expect(readFileSync(`${path}.v1.backup`, 'utf8')).toBe('kept from before');
    expect(readNames(open({ path: `${path}.v1.backup-2` }))).toEqual(['tall', 'low']);
  });

  it('makes none of a database that begins, nor of one that is up to date', () => {
    open({ migrations: [lamps, loud] });
    open({ migrations: [lamps, loud] });
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([]);
  });

  it('that fails leaves the database as it was, and no copy of it', () => {
    lightLamps();
    expect(() => open({ migrations: [lamps, broken] })).toThrow('nowhere');
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([]);
    const connection = open();
    expect(readNames(connection)).toEqual(['tall', 'low']);
    expect(readSchemaVersion(connection)).toBe(1);
  });

  it('waits for no other writer when it is not asked to, and changes nothing', () => {
    lightLamps();
    const other = new Database(path);
    opened.push(other);
    other.exec('BEGIN IMMEDIATE');
    expect(catchCode(() => open({ migrations: [lamps, loud] }))).toBe('store.locked');
    other.exec('ROLLBACK');
    expect(readNames(other)).toEqual(['tall', 'low']);
  });

  it('does not begin where the copy cannot be written', () => {
    lightLamps();
    const failure = catchCode(() => refuseFullDisk(path, Number.MAX_SAFE_INTEGER));
    expect(failure).toBe('store.no-room');
    expect(catchCode(() => refuseFullDisk(path, 1))).toBe('nothing thrown');
  });

  it('is refused where the file may only be read', () => {
    lightLamps();
    expect(catchCode(() => open({ migrations: [lamps, loud], readonly: true }))).toBe('store.older-version');
    expect(existsSync(`${path}.v1.backup`)).toBe(false);
  });
});

describe('a marked database', () => {
  const applicationId = 0x4c414d50;

  it('is known by its mark, whatever version it is', () => {
    lightLamps({ applicationId });
    expect(readNames(open({ applicationId }))).toEqual(['tall', 'low']);
    opened[0]?.pragma('user_version = 7');
    expect(catchCode(() => open({ applicationId }))).toBe('store.newer-version');
  });

  it('of another program is refused and left as it is, byte for byte', () => {
    lightLamps({ applicationId });
    const before = readFileSync(path);
    expect(catchCode(() => open({ applicationId: applicationId + 1, migrations: [lamps, loud] }))).toBe(
      'store.foreign',
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('from before files were marked is known by its tables, and marked when it is brought up to date', () => {
    lightLamps();
    const connection = open({ applicationId, migrations: [lamps, loud] });
    expect(connection.pragma('application_id', { simple: true })).toBe(applicationId);
    expect(readNames(connection)).toEqual(['TALL', 'LOW']);
  });

  it('without mark and with other tables is a stranger, whatever number it carries', () => {
    const stranger = new Database(path);
    opened.push(stranger);
    stranger.exec('CREATE TABLE bookmark (url TEXT)');
    for (const version of [0, 1, 42]) {
      stranger.pragma(`user_version = ${version}`);
      expect(catchCode(() => open({ applicationId, migrations: [lamps, loud] }))).toBe('store.foreign');
    }
    expect(stranger.pragma('journal_mode', { simple: true })).toBe('delete');
  });
});
