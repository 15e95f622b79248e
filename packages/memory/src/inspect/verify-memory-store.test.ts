// Tests verifying a memory's database: an undamaged database passes, and for a damaged one the fault is named.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { expect, it, onTestFinished } from 'vitest';
import { migrations, openMemoryDatabase } from '../database/open-memory-database.ts';
import { parseUserMessage } from '../tags/parse-message.ts';
import { ingest } from '../wake.ts';
import { verifyMemory } from './verify-memory-store.ts';

const checks = [
  'tables',
  'references',
  'records',
  'states',
  'changes',
  'set aside',
  'nothing missing',
  'echoes',
  'index',
  'fragments',
  'facts',
  'writing',
];

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'memory.sqlite');
}

/** A connection that writes no seals, like that of another program. */
function openRaw(path: string) {
  return openDatabase({ path, title: 'a file', migrations: [], schema: 'foreign' });
}

function open(path: string, readonly = false) {
  const connection = openMemoryDatabase({ path, readonly });
  onTestFinished(() => void connection.close());
  return connection;
}

it('holds for a memory that is empty', () => {
  expect(verifyMemory(open(createPath()))).toEqual({ checks, problems: [] });
});

it('DB2: only looks: not a byte of the file changes, whatever is wrong with it', () => {
  const path = createPath();
  const first = open(path);
  for (const words of ['The lamp is lit.', '<pin>The key</pin>']) ingest(first, parseUserMessage(words));
  first.exec("UPDATE working_memory SET status = 'dropped'; DELETE FROM text_pending");
  first.close();
  const before = readFileSync(path);
  const connection = openMemoryDatabase({ path, isDamageExpected: true });
  expect(verifyMemory(connection).problems.map(({ check }) => check)).toEqual(['records', 'states', 'index']);
  expect(connection.prepare('SELECT total_changes()').pluck().get()).toBe(0);
  connection.close();
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('DB2: names what refers to nothing, what nobody recorded, and what is not as it was written', () => {
  const path = createPath();
  const connection = open(path);
  ingest(connection, parseUserMessage('<pin>The key</pin>'));
  ingest(connection, parseUserMessage('And the lamp.'));
  expect(verifyMemory(connection).problems).toEqual([]);
  const other = openRaw(path);
  other.pragma('foreign_keys = OFF');
  other.exec(`INSERT INTO event_tag (event_id, position, tag, start, length) VALUES (9, 0, 'say', 0, 1);
    UPDATE working_memory SET status = 'dropped';
    DROP TRIGGER event_remains;
    DELETE FROM event WHERE id = 2`);
  other.close();
  const named = verifyMemory(connection).problems.flatMap(({ check, rows = [] }) =>
    rows.map(({ table, row }) => `${check}: ${table} ${row}`),
  );
  expect(named).toEqual(
    expect.arrayContaining([
      'references: event_tag unknown',
      'records: working_memory 1',
      'states: working_memory 1',
    ]),
  );
});

it('throws where a table is missing, and where nothing may be written', () => {
  const path = createPath();
  const connection = open(path);
  expect(() => verifyMemory(open(path, true))).toThrow(expect.objectContaining({ code: 'store.read-only' }));
  connection.exec('DROP TABLE item_change');
  expect(() => verifyMemory(connection)).toThrow(expect.objectContaining({ code: 'store.damaged' }));
});

it('DB3: refuses a memory whose newest record has changed, and names the record', () => {
  const path = createPath();
  const connection = open(path);
  ingest(connection, parseUserMessage('<pin>The key</pin>'));
  connection.close();
  for (const [table, sql] of [
    ['event', "DROP TRIGGER event_stays; UPDATE event SET text = 'The lock'"],
    ['item_change', "DROP TRIGGER item_change_stays; UPDATE item_change SET because = 'so'"],
  ] as const) {
    const copy = `${path}-${table}`;
    copyFileSync(path, copy);
    const other = openRaw(copy);
    const trigger = other.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck();
    const made = String(trigger.get(`${table}_stays`));
    other.exec(`${sql}; ${made}`);
    other.close();
    expect(() => openMemoryDatabase({ path: copy })).toThrow(
      expect.objectContaining({
        code: 'store.damaged',
        message: expect.stringContaining(`row 1 of the table ${table}`),
      }),
    );
    expect(() => openMemoryDatabase({ path: copy, readonly: true })).toThrow(/table/u);
    openMemoryDatabase({ path: copy, isDamageExpected: true }).close();
  }
});

it('DB1: a memory of an older layout gets its seals when it is brought up to date', () => {
  const path = createPath();
  const older = openDatabase({ path, title: 'the memory', migrations: migrations.slice(0, 5) });
  older.exec(`INSERT INTO event (side, voice, text, at_ms, turn, is_shown) VALUES ('user', 'user', 'Hi', 1, 1, 0),
      ('companion', 'companion', 'Well', 2, 1, 0);
    INSERT INTO event_tag VALUES (1, 0, 'say', 0, 2), (1, 1, 'pin', 0, 2);
    INSERT INTO working_memory (kind, content, normal_form, event_id, status, created_at_ms, created_turn,
      refreshed_at_ms, refreshed_turn) VALUES ('pin', 'Hi', 'hi', 1, 'active', 1, 1, 1, 1);
    INSERT INTO item_change (item_id, change, to_status, because, at_ms, turn) VALUES (1, 'created', 'active', 'told', 1, 1);
    INSERT INTO fragment (key, ambient, recognition, inventory, version, created_at_ms, updated_at_ms)
      VALUES ('hi', 'a', 'b', 'c', 1, 1, 1);
    INSERT INTO flag (text, events, made_at_ms) VALUES ('look', '[]', 1)`);
  older.pragma(`application_id = ${0x54524d65}`);
  older.close();
  const connection = open(path);
  expect(verifyMemory(connection).problems).toEqual([]);
  ingest(connection, parseUserMessage('And the lamp.'));
  expect(verifyMemory(connection).problems).toEqual([]);
});
