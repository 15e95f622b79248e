// Holds the memory's database to what every store of ours must do.

import { describeStore } from '@terrarium/kernel/testing/store-conformance';
import { textIndexTables } from '@terrarium/kernel/text-index';
import { vectorTables } from '@terrarium/kernel/vectors';
import { expect, it } from 'vitest';
import { migrations, openMemoryDatabase } from './open-memory-database.ts';

const said = `INSERT INTO event (id, side, voice, text, at_ms, turn, is_shown) VALUES (1, 'user', 'user', 'Hi', 1, 1, 1);`;
const held = `${said}
  INSERT INTO working_memory (id, kind, content, normal_form, event_id, status, created_at_ms, created_turn,
    refreshed_at_ms, refreshed_turn) VALUES (1, 'pin', 'The key', 'the key', 1, 'active', 1, 1, 1, 1);`;

describeStore({
  title: 'the memory',
  migrations,
  open: (path) => openMemoryDatabase({ path }),
  appendOnly: [
    { table: 'event', column: 'text', fill: said },
    {
      table: 'event_tag',
      column: 'start',
      fill: `${said} INSERT INTO event_tag (event_id, position, tag, start, length) VALUES (1, 0, 'say', 0, 2);`,
    },
    { table: 'working_memory', column: 'content', fill: held },
    {
      table: 'item_change',
      column: 'because',
      fill: `${held} INSERT INTO item_change (item_id, change, to_status, because, at_ms, turn)
        VALUES (1, 'created', 'active', 'it was told', 1, 1);`,
    },
  ],
});

it('WM15: the text of an item never changes, and nothing is deleted', () => {
  const connection = openMemoryDatabase({ path: ':memory:' });
  connection.exec(held);
  for (const column of [
    'kind',
    'content',
    'normal_form',
    'subject',
    'event_id',
    'created_at_ms',
    'created_turn',
  ]) {
    expect(() => connection.exec(`UPDATE working_memory SET ${column} = ${column}`)).toThrow('never changes');
  }
  expect(() => connection.exec('DELETE FROM working_memory')).toThrow('never deleted');
  expect(() => connection.exec('DELETE FROM event')).toThrow('never deleted');
  connection.close();
});

it('holds the tables of the text index and of vectors word for word', () => {
  const schema = migrations.map(({ sql }) => sql).join('\n');
  for (const tables of [textIndexTables, vectorTables]) expect(schema).toContain(tables);
});
