// Tests the translation of errors of the SQLite driver that are hard to bring about in reality.

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Bug, StorageError, UsageError } from '../base/errors.ts';
import { renderDamageAdvice, translateStorageError } from './storage-errors.ts';

const place = { title: 'the lamps', path: '/world/lamps.db' };

describe('an error of a store', () => {
  it('passes through when it is ours', () => {
    const own = new UsageError({ code: 'a.b', happened: 'No.', todo: 'Yes.' });
    expect(translateStorageError(own, place)).toBe(own);
  });

  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'store.locked'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'store.locked'],
    ['SQLITE_IOERR_FSYNC', 'store.io'],
    ['SQLITE_READONLY_DIRECTORY', 'store.read-only'],
    ['SQLITE_CANTOPEN_ISDIR', 'store.cannot-open'],
    ['SQLITE_CORRUPT_VTAB', 'store.corrupt'],
  ])('%s is %s, names the file and keeps the cause', (code, expected) => {
    const cause = new Database.SqliteError('words of SQLite', code);
    const error = translateStorageError(cause, place);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ code: expected, cause });
    expect(error.happened).toContain('/world/lamps.db');
  });

  it.each([
    ['EACCES', 'store.read-only'],
    ['EROFS', 'store.read-only'],
    ['ENOSPC', 'store.full'],
    ['ENOTDIR', 'store.cannot-open'],
    ['EIO', 'store.io'],
  ])('%s of a file beside a database is %s', (code, expected) => {
    const cause = Object.assign(new Error(`${code}: words of the system`), { code });
    expect(translateStorageError(cause, place)).toMatchObject({ code: expected, exitCode: 5, cause });
  });

  it.each([
    ['constraint failed', 'SQLITE_CONSTRAINT_PRIMARYKEY'],
    ['no such savepoint: x', 'SQLITE_ERROR'],
  ])('"%s" of the tables of an index is damage, and no fault of ours', (message, code) => {
    const error = translateStorageError(new Database.SqliteError(message, code), place);
    expect(error).toMatchObject({ code: 'store.damaged', todo: expect.stringContaining('backup') });
  });

  it.each([
    new Database.SqliteError('no such table: lamp', 'SQLITE_ERROR'),
    new Database.SqliteError('UNIQUE constraint failed', 'SQLITE_CONSTRAINT_UNIQUE'),
    new TypeError('x is not a function'),
    Object.assign(new Error('such a code has nobody'), { code: 'toString' }),
    'a text',
  ])('that no operator can mend is a fault of ours: %s', (cause) => {
    const error = translateStorageError(cause, place);
    expect(error).toBeInstanceOf(Bug);
    expect(error.cause).toBe(cause);
  });

  it.each([
    ['/world/annotator.db', ['annotate']],
    ['/world/memory.sqlite', ['memory']],
    ['/world/rpg.db', ['play']],
    ['/world/corpora/lamps.sqlite', []],
  ])('of damage in %s names the command that exports what is left of it, and no other', (path, commands) => {
    const damaged = new Database.SqliteError('words of SQLite', 'SQLITE_CORRUPT');
    for (const todo of [
      translateStorageError(damaged, { title: 'it', path }).todo,
      renderDamageAdvice(path),
    ]) {
      const named = [...todo.matchAll(/terrarium (\w+) export --salvage/gu)].map(([, command]) => command);
      expect(named).toEqual(commands);
      expect(todo).toContain('backup');
    }
  });

  it.each([
    ['SQLITE_CORRUPT', 'the description of its tables cannot be read'],
    ['SQLITE_NOTADB', 'is not a SQLite database'],
  ])(
    '%s of a file that cannot be opened names no salvage, which would open it likewise',
    (code, happened) => {
      const path = '/world/annotator.db';
      const damaged = new Database.SqliteError('words of SQLite', code);
      const error = translateStorageError(damaged, { title: 'it', path, isOpened: false });
      expect(error.happened).toContain(happened);
      expect(error).toMatchObject({ exitCode: 5, todo: expect.stringContaining('".recover"') });
      expect(error).toMatchObject({ todo: expect.not.stringContaining('--salvage') });
    },
  );
});
