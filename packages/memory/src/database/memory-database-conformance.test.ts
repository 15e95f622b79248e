// Tests the database of a memory by the rules for all our stores.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { recordSealTable } from '@terrarium/kernel/record-seals';
import { describeStore } from '@terrarium/kernel/testing/store-conformance';
import { textIndexTables } from '@terrarium/kernel/text-index';
import { vectorTables } from '@terrarium/kernel/vectors';
import { expect, it, onTestFinished } from 'vitest';
import { verifyMemory } from '../inspect/verify-memory-store.ts';
import { findWriting } from '../maintenance/revert-run.ts';
import { migrations, openMemoryDatabase } from './open-memory-database.ts';
import { sealedTables } from './sealed-tables.ts';

const said = `INSERT INTO event (id, side, voice, text, at_ms, turn, is_shown, seal)
  VALUES (1, 'user', 'user', 'Hi', 1, 1, 1, 'sealed');`;
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
      fill: `${held} INSERT INTO item_change (item_id, change, to_status, because, at_ms, turn, seal)
        VALUES (1, 'created', 'active', 'it was told', 1, 1, 'sealed');`,
    },
    {
      table: 'batch_prompt',
      column: 'version',
      fill: `INSERT INTO maintenance_run (id, kind, writer, status, after_event_id, up_to_event_id, started_at_ms)
          VALUES (1, 'light', 'm', 'open', 0, 1, 1);
        INSERT INTO maintenance_batch (run_id, position, events_done, fragments_done, operations, refusals, reply)
          VALUES (1, 0, 1, '', '[]', '[]', '');
        INSERT INTO batch_prompt (run_id, position, version) VALUES (1, 0, 'v');`,
    },
    {
      table: 'tag_pass_prompt',
      column: 'version',
      fill: `${said} INSERT INTO tag_pass (event_id, model, reply, at_ms) VALUES (1, 'm', '', 1);
        INSERT INTO tag_pass_prompt (event_id, version) VALUES (1, 'v');`,
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
  connection.exec(
    `INSERT INTO forgotten (thing, number, former_seal, at_ms, state) VALUES ('item', 1, 's', 1, 'gone')`,
  );
  expect(() => connection.exec('UPDATE working_memory SET content = content')).toThrow('never changes');
  expect(() => connection.exec('DELETE FROM forgotten')).toThrow('stays');
  connection.close();
});

it('holds the tables of the text index, of vectors and of seals word for word', () => {
  const schema = migrations.map(({ sql }) => sql).join('\n');
  for (const tables of [textIndexTables, vectorTables, recordSealTable]) expect(schema).toContain(tables);
});

/** Tables that are derived from other tables: verification builds them again and compares. */
const derived = [
  'echo_place',
  'fact_extent',
  'fragment_term',
  'record_seal',
  'stale_index',
  'text_block',
  'text_extent',
  'text_pending',
  'text_term',
  'told_fact',
  'told_fact_extent',
];

it('DB1: every column of every table is sealed, or can be rebuilt', () => {
  const connection = openMemoryDatabase({ path: ':memory:' });
  const columns = connection
    .prepare<[], string>(
      `SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.name <> 'seal'`,
    )
    .pluck()
    .all()
    .filter((name) => !derived.includes(name.split('.')[0] ?? ''));
  connection.close();
  const tags = ['event_id', 'position', 'tag', 'start', 'length'].map((column) => `event_tag.${column}`);
  const sealed = sealedTables.flatMap(({ table, key, columns: others }) =>
    [...key, ...others].map((column) => `${table}.${column}`),
  );
  expect([...sealed, ...tags].sort()).toEqual(columns.sort());
});

it('MT23: a memory from before prompts were noted opens, and its runs name none', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'terrarium-prompts-')), 'memory.sqlite');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const later = ['batch_prompt', 'tag_pass_prompt', 'forgotten', 'proposal', 'approved_fragment', 'aside'];
  const former = sealedTables.filter(({ table }) => !later.includes(table));
  const title = 'the memory';
  const older = openDatabase({ path, title, migrations: migrations.slice(0, 6), sealed: former });
  older.exec(`INSERT INTO maintenance_run (id, kind, writer, status, after_event_id, up_to_event_id, started_at_ms)
      VALUES (1, 'light', 'm', 'completed', 0, 1, 1);
    INSERT INTO maintenance_batch (run_id, position, events_done, fragments_done, operations, refusals, reply)
      VALUES (1, 0, 1, '', '[{"do":"create-fragment","key":"mel"}]', '[]', 'said');
    INSERT INTO maintenance_change (run_id, position, thing, name, because) VALUES (1, 0, 'fragment', 'mel', '');`);
  older.close();
  const connection = openMemoryDatabase({ path });
  expect(findWriting(connection, 'mel')).toEqual({ runId: 1, writer: 'm', promptVersions: [] });
  expect(verifyMemory(connection).problems).toEqual([]);
  connection.close();
});
