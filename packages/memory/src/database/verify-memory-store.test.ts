// Tests the verification of a memory's database: it holds for a sound one, and names what does not of another.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from './open-memory-database.ts';
import { verifyMemory } from './verify-memory-store.ts';

const checks = ['tables', 'references', 'states', 'changes', 'writing'];
const held = `INSERT INTO event (id, side, voice, text, at_ms, turn, is_shown) VALUES (1, 'user', 'user', 'Hi', 1, 1, 1);
  INSERT INTO working_memory (id, kind, content, normal_form, event_id, status, created_at_ms, created_turn,
    refreshed_at_ms, refreshed_turn) VALUES (1, 'pin', 'The key', 'the key', 1, 'active', 1, 1, 1, 1);`;

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'memory.sqlite');
}

function open(path: string, readonly = false) {
  const connection = openMemoryDatabase({ path, readonly });
  onTestFinished(() => void connection.close());
  return connection;
}

it('holds for a memory that is empty', () => {
  expect(verifyMemory(open(createPath()))).toEqual({ checks, problems: [] });
});

it('counts references to nothing, and states that nobody noted', () => {
  const connection = open(createPath());
  connection.exec(held);
  connection.pragma('foreign_keys = OFF');
  connection.exec(
    `INSERT INTO event_tag (event_id, position, tag, start, length) VALUES (9, 0, 'say', 0, 1)`,
  );
  expect(verifyMemory(connection).problems).toEqual([
    { check: 'references', count: 1 },
    { check: 'states', count: 1 },
  ]);
});

it('throws where a table is missing, and where nothing may be written', () => {
  const path = createPath();
  const connection = open(path);
  expect(() => verifyMemory(open(path, true))).toThrow(expect.objectContaining({ code: 'store.read-only' }));
  connection.exec('DROP TABLE item_change');
  expect(() => verifyMemory(connection)).toThrow(expect.objectContaining({ code: 'store.damaged' }));
});
