// Tests that JSON or packed values that can no longer be parsed are reported as damage, with table, row and column.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { openWakeStore } from '../../src/ledger/wake-store.ts';
import { listFlags } from '../../src/maintenance/flags.ts';
import { openRunStore } from '../../src/maintenance/run-store.ts';
import { parseChangeRow } from '../../src/working-memory/working-memory-store.ts';
import { liveMemory } from '../support/lived-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'terrarium-stored-'));
let connection: Connection;
beforeAll(async () => {
  const { path } = await liveMemory(folder, 4);
  connection = openMemoryDatabase({ path });
});
afterAll(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

const readChange = () => {
  const row = connection.prepare('SELECT * FROM item_change WHERE before IS NOT NULL').get();
  return parseChangeRow(row as Parameters<typeof parseChangeRow>[0]);
};
const runs = () => openRunStore(connection);

const columns: readonly (readonly [column: string, read: () => unknown])[] = [
  ['maintenance_batch.operations', () => runs().readBatches(1)],
  ['maintenance_batch.refusals', () => runs().readBatches(1)],
  ['maintenance_change.before', () => runs().readChanges(1)],
  ['maintenance_change.after', () => runs().readChanges(1)],
  ['flag.events', () => listFlags(connection)],
  ['wake.ledger', () => openWakeStore(connection).find(1)],
  ['wake_words.words', () => openWakeStore(connection).readWords()],
  ['item_change.before', readChange],
];

it.each(columns)('DB5: %s that no longer parses is damage, by table, row and column', (name, read) => {
  const [table = '', column = ''] = name.split('.');
  read();
  connection.exec('BEGIN');
  try {
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?";
    for (const trigger of connection.prepare<[string], string>(sql).pluck().all(table))
      connection.exec(`DROP TRIGGER ${trigger}`);
    const half = ['wake', 'wake_words'].includes(table) ? "x'7b22'" : `'{"half'`;
    connection.exec(`UPDATE ${table} SET ${column} = ${half}`);
    expect(read).toThrow(
      expect.objectContaining({
        code: 'store.damaged',
        happened: expect.stringMatching(
          new RegExp(`^memory\\.sqlite is damaged: the column ${column} in row \\S+ of the table ${table} `),
        ),
      }),
    );
  } finally {
    connection.exec('ROLLBACK');
  }
});
