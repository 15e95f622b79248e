// Tests the database of games against the rules for all our stores.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { recordSealTable } from '@terrarium/kernel/record-seals';
import { describeStore } from '@terrarium/kernel/testing/store-conformance';
import { vectorTables } from '@terrarium/kernel/vectors';
import { expect, it, onTestFinished } from 'vitest';
import { verifyRpg } from '../game/verify-rpg-store.ts';
import { openTaggedMemoryStore } from '../retrieval/tagged-memory-store.ts';
import { openTurnStore } from '../state/turn-store.ts';
import { migrations, openRpgDatabase } from './open-rpg-database.ts';
import { sealedTables } from './sealed-tables.ts';

const manifest = `INSERT INTO manifests (hash, id, name, version, json) VALUES ('h', 'starter', 'Starter', '1', '{}');`;
const turn = `${manifest}
  INSERT INTO sessions (id, name, manifest_hash, seed, created_at_ms) VALUES ('s', 'Game', 'h', 'seed', 1);
  INSERT INTO turn (id, session_id, number, words, narrative, state_hash, at_ms) VALUES (1, 's', 0, '', '', '0', 1);`;

describeStore({
  title: 'the games',
  migrations,
  open: (path) => openRpgDatabase({ path }),
  appendOnly: [
    { table: 'manifests', column: 'json', fill: manifest },
    { table: 'turn', column: 'words', fill: turn },
    {
      table: 'event',
      column: 'patches',
      fill: `${turn} INSERT INTO event (turn_id, position, tool, arguments, by, answer, is_ok, patches, outcome)
        VALUES (1, 0, 'set', '{}', 'model', '', 1, '[]', '{}');`,
    },
    {
      table: 'roll',
      column: 'total',
      fill: `${turn} INSERT INTO roll (turn_id, roll_index, expression, total, asked_by, roll)
        VALUES (1, 0, '1d6', 4, 'model', '{}');`,
    },
    {
      table: 'turn_prompt',
      column: 'version',
      fill: `${turn} INSERT INTO turn_prompt (turn_id, position, model, version) VALUES (1, 0, 'm', 'v');`,
    },
    {
      table: 'turn_mark',
      column: 'says',
      fill: `${turn} INSERT INTO turn_mark (turn_id, position, kind, quote, says) VALUES (1, 0, 'item', 'q', 's');`,
    },
    {
      table: 'story_so_far',
      column: 'text',
      fill: `${turn} INSERT INTO story_so_far (turn_id, text, model, version, at_ms) VALUES (1, 't', 'm', 'v', 1);`,
    },
    {
      table: 'head_move',
      column: 'reason',
      fill: `${turn} INSERT INTO head_move (session_id, to_turn, reason, at_ms) VALUES ('s', 1, 'commit', 1);`,
    },
    {
      table: 'game_event',
      column: 'kind',
      fill: `${turn} INSERT INTO branch (session_id, name, turn_id) VALUES ('s', 'here', 1);`,
    },
  ],
});

it('RE5: a game of before tags were indexed is found by them', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'terrarium-tags-')), 'rpg.db');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const before = openDatabase({ path, title: 'the games', migrations: migrations.slice(0, 3) });
  before.exec(`${turn} INSERT INTO memories (session_id, key, kind, content, tags, position, json)
    VALUES ('s', 'vow', 'lore', 'She swore.', '["Odra", "odra", 7]', 0, '{}');`);
  before.close();
  const connection = openRpgDatabase({ path });
  const tagged = openTaggedMemoryStore(connection, 's');
  expect(tagged.search({ tags: ['ODRA'], limit: 3, known: new Set() })).toEqual(['vow']);
  expect(verifyRpg(connection).problems.map(({ check }) => check)).not.toContain('tags');
  connection.close();
});

it('holds the tables of vectors and of seals word for word', () => {
  const schema = migrations.map(({ sql }) => sql).join('\n');
  for (const tables of [vectorTables, recordSealTable]) expect(schema).toContain(tables);
});

/** Tables derived from others: verification rebuilds them, or counts their rows. */
const derived = /^(?:game_state|head_path|memory_tag|record_seal|(?:memory|turn)_index\w*|sqlite_\w+)\./u;

it('DM16: every column of every table is sealed, or follows from others', () => {
  const connection = openRpgDatabase({ path: ':memory:' });
  const columns = connection
    .prepare<[], string>(
      `SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .pluck()
    .all()
    .filter((name) => !derived.test(name));
  connection.close();
  const sealed = sealedTables.flatMap(({ table, key, columns: others }) =>
    [...key, ...others].map((column) => `${table}.${column}`),
  );
  expect(sealed.filter((name) => name !== 'vector_change.rowid').sort()).toEqual(columns.sort());
});

it('DM16: a database of an older layout is sealed, and a false newest turn is refused', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'terrarium-seals-')), 'rpg.db');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const older = openDatabase({ path, title: 'the games', migrations: migrations.slice(0, 6) });
  older.exec(`${turn} INSERT INTO turn_metadata (turn_id, summary) VALUES (1, 'begun');
    INSERT INTO memories (session_id, key, kind, content, position, json) VALUES ('s', 'k', 'fact', 'c', 0, '{}');`);
  older.close();
  const connection = openRpgDatabase({ path });
  expect(verifyRpg(connection).problems.map(({ check }) => check)).not.toContain('records');
  connection.close();
  const other = openDatabase({ path, title: 'a file', migrations: [], schema: 'foreign' });
  const kept = String(other.prepare("SELECT sql FROM sqlite_schema WHERE name = 'turn_kept'").pluck().get());
  other.exec(`DROP TRIGGER turn_kept; UPDATE turn SET narrative = 'He won.'; ${kept}`);
  other.close();
  expect(() => openRpgDatabase({ path })).toThrow(
    expect.objectContaining({
      code: 'store.damaged',
      message: expect.stringContaining('row 1 of the table turn'),
    }),
  );
  openRpgDatabase({ path, isDamageExpected: true }).close();
});

it('DM20: a game of before prompts were noted opens, and its turns name nobody', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'terrarium-prompts-')), 'rpg.db');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const title = 'the games';
  const older = openDatabase({ path, title, migrations: migrations.slice(0, 7), sealed: formerTables });
  older.exec(`${turn} INSERT INTO turn_metadata (turn_id, summary) VALUES (1, 'begun');`);
  older.close();
  const connection = openRpgDatabase({ path });
  expect(openTurnStore(connection).find('s', 1)).toMatchObject({ summary: 'begun', toldBy: [] });
  expect(verifyRpg(connection).problems.map(({ check }) => check)).not.toContain('records');
  connection.close();
});

const formerTables = sealedTables.filter(
  ({ table }) => !['turn_prompt', 'turn_mark', 'story_so_far'].includes(table),
);
