// Holds the database of games to what every store of ours must do.

import { describeStore } from '@terrarium/kernel/testing/store-conformance';
import { vectorTables } from '@terrarium/kernel/vectors';
import { expect, it } from 'vitest';
import { migrations, openRpgDatabase } from './open-rpg-database.ts';

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

it('holds the tables of vectors word for word', () => {
  expect(migrations.map(({ sql }) => sql).join('\n')).toContain(vectorTables);
});
