// Tests that a guarded store throws our errors instead of the driver's, and is opened only once for each connection.
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { StorageError, UsageError } from '../base/errors.ts';
import { guardStore, openOnce, runGuarded } from './open-once.ts';

const place = { title: 'the lamps', path: '/world/lamps.db' };

it('a guarded store gives what the store gives', () => {
  const lamps = guardStore({ count: (of: number) => of + 1, name: () => 'lamp' }, place);
  expect([lamps.count(2), lamps.name()]).toEqual([3, 'lamp']);
});

it('a guarded store throws our error for the driver’s, with the file, and our own as it is', () => {
  const cause = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
  const own = new UsageError({ code: 'lamp.out', happened: 'It is dark.', todo: 'Light it.' });
  const fail = (error: Error) => {
    throw error;
  };
  const lamps = guardStore({ fail }, place);
  expect(() => lamps.fail(cause)).toThrow(StorageError);
  expect(() => lamps.fail(cause)).toThrow(/\/world\/lamps\.db/u);
  expect(() => lamps.fail(own)).toThrow(own);
  expect(() => runGuarded(place, () => fail(cause))).toThrow(StorageError);
});

it('a store is opened once for a connection, and anew for another', () => {
  const open = openOnce((connection) => ({ connection }));
  const [one, other] = [new Database(':memory:'), new Database(':memory:')];
  expect(open(one)).toBe(open(one));
  expect(open(other)).not.toBe(open(one));
  expect(open(other).connection).toBe(other);
});
