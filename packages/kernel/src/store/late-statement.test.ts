// Tests that a late statement is compiled at its first use, and then behaves like a statement of the driver.

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { compileLate } from './late-statement.ts';

function openLamps() {
  const connection = new Database(':memory:');
  connection.exec(
    "CREATE TABLE lamp (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO lamp VALUES (1, 'red')",
  );
  return connection;
}

function openLateLamps() {
  const connection = openLamps();
  compileLate(connection);
  return connection;
}

it('a statement is compiled at its first use, and only then', () => {
  const connection = openLateLamps();
  const count = connection.prepare<[], number>('SELECT count(*) FROM door').pluck();
  const wrong = connection.prepare('SELEC 1');
  expect(count.busy).toBe(false);
  connection.exec('CREATE TABLE door (id INTEGER PRIMARY KEY)');
  expect([count.get(), count.get()]).toEqual([0, 0]);
  expect(() => wrong.get()).toThrow(/syntax error/);
});

it('a statement gives what one gives that was compiled at once, in each of its shapes', () => {
  const connection = openLateLamps();
  const select = () => connection.prepare<unknown[], unknown>('SELECT id, name FROM lamp WHERE id = ?');
  expect(select().get(1)).toEqual({ id: 1, name: 'red' });
  expect(select().raw().all(1)).toEqual([[1, 'red']]);
  expect(select().pluck().get(1)).toBe(1);
  expect(select().safeIntegers().pluck().get(1)).toBe(1n);
  expect(select().expand().get(1)).toEqual({ lamp: { id: 1, name: 'red' } });
  expect(select().bind(1).all()).toEqual([{ id: 1, name: 'red' }]);
  expect([...select().iterate(1)]).toEqual([{ id: 1, name: 'red' }]);
  expect(
    select()
      .columns()
      .map(({ name }) => name),
  ).toEqual(['id', 'name']);
  expect([select().reader, select().readonly, select().database, select().source]).toEqual([
    true,
    true,
    connection,
    'SELECT id, name FROM lamp WHERE id = ?',
  ]);
});

it('a statement that was used can be given another shape', () => {
  const select = openLateLamps().prepare<unknown[], unknown>('SELECT name FROM lamp');
  expect(select.get()).toEqual({ name: 'red' });
  expect(select.pluck().get()).toBe('red');
  expect(select.pluck(false).get()).toEqual({ name: 'red' });
});

it('a statement of a transaction writes within it', () => {
  const connection = openLateLamps();
  const insert = connection.prepare<[string]>('INSERT INTO lamp (name) VALUES (?)');
  const fail = connection.transaction(() => {
    insert.run('blue');
    throw new Error('It went out.');
  });
  expect(fail).toThrow('It went out.');
  expect(insert.run('green')).toMatchObject({ changes: 1, lastInsertRowid: 2 });
});

it('values never make SQLite compile a statement again, unless it has statistics', () => {
  const list = (options: { readonly hasStatistics?: boolean }) => {
    const connection = openLamps();
    const compiled: string[] = [];
    const prepare = connection.prepare.bind(connection);
    const note = (source: string) => {
      compiled.push(source);
      return prepare(source);
    };
    compileLate(Object.assign(connection, { prepare: note }), options);
    const said =
      "SELECT name, '= ?' AS said /* = ? */ FROM lamp WHERE id >= :least AND name = :name LIMIT :most";
    const given = { least: 1, name: 'red', most: 1 };
    expect(connection.prepare<object, unknown>(said).all(given)).toEqual([{ name: 'red', said: '= ?' }]);
    connection.prepare('UPDATE lamp SET name = ? WHERE id IS ?').run(Buffer.from([1]), 1);
    expect(connection.prepare('SELECT name FROM lamp').get()).toEqual({ name: Buffer.from([1]) });
    return compiled.slice(0, 2);
  };
  expect(list({})).toEqual([
    "SELECT name, '= ?' AS said /* = ? */ FROM lamp WHERE id >= :least AND name = +:name LIMIT +:most",
    'UPDATE lamp SET name = +? WHERE id IS +?',
  ]);
  expect(list({ hasStatistics: true })).toEqual([
    "SELECT name, '= ?' AS said /* = ? */ FROM lamp WHERE id >= :least AND name = :name LIMIT :most",
    'UPDATE lamp SET name = ? WHERE id IS ?',
  ]);
});
