// Tests that JSON in a game's database that no longer parses is reported as damage, with table, row and column.

import { expect, it, onTestFinished } from 'vitest';
import { openGame } from '../../src/game/open-game.ts';
import { openMemorySearchStore } from '../../src/retrieval/memory-search-store.ts';
import { openSessionZeroStore } from '../../src/session-zero/session-zero-store.ts';
import { openDraftStore } from '../../src/state/draft-store.ts';
import { openSessionSettingsStore } from '../../src/state/session-settings-store.ts';
import { playerId } from '../../src/values/entity.ts';
import { call, openTestGame, playCalls, type TestGame } from '../support/open-test-game.ts';

type Read = (played: TestGame) => unknown;

function playHalf(): TestGame {
  const played = openTestGame();
  onTestFinished(played.close);
  playCalls(played.game, 'I fall.', [['note', { content: 'It hurts.', tags: ['wounds'] }]]);
  const draft = played.game.start('I rise.');
  call(draft, 'note', { content: 'It hurts less.' });
  draft.recordReply('{"kind":"reply"}');
  played.connection.exec(`INSERT INTO session_settings (session_id, json) SELECT id, '{}' FROM sessions;
    INSERT INTO session_zero (name, json, changed_at_ms) VALUES ('next', '{}', 1)`);
  return played;
}

const readState: Read = ({ connection, environment: { clock } }) =>
  openGame({ connection, session: 'The Mill', clock }).state.find(playerId);
const readNotes: Read = ({ connection, environment: { clock } }) =>
  openGame({ connection, session: 'The Mill', clock }).state.list('note');
const listTurns: Read = ({ game }) => game.listTurns(9);
const readActions: Read = ({ game }) => game.readActions(game.listTurns(1)[0]?.id ?? 0);
const search: Read = ({ connection, game }) =>
  openMemorySearchStore(connection, game.session.id).searchByWords(['hurts'], 3);

const columns: readonly (readonly [column: string, read: Read])[] = [
  ['turn.suggestions', listTurns],
  ['turn_metadata.tags', listTurns],
  ['turn_metadata.lore', listTurns],
  ['event.patches', readActions],
  ['event.outcome', readActions],
  ['game_state.json', readState],
  ['memories.json', readNotes],
  ['memories.tags', search],
  ['memories.source', search],
  ['draft_action.patches', ({ connection, game }) => openDraftStore(connection).readActions(game.session.id)],
  ['draft_reply.reply', ({ connection, game }) => openDraftStore(connection).readReplies(game.session.id)],
  ['session_settings.json', (p) => openSessionSettingsStore(p.connection, p.game.session.id).read()],
  ['session_zero.json', (p) => openSessionZeroStore(p.connection, p.environment.clock).find('next')],
];

it.each(columns)('DM21: %s that no longer parses is damage, by table, row and column', (name, read) => {
  const played = playHalf();
  const [table = '', column = ''] = name.split('.');
  read(played);
  for (const trigger of listTriggers(played, table)) played.connection.exec(`DROP TRIGGER ${trigger}`);
  played.connection.exec(`UPDATE ${table} SET ${column} = '{"half'`);
  expect(() => read(played)).toThrow(
    expect.objectContaining({
      code: 'store.damaged',
      happened: expect.stringMatching(
        new RegExp(`^rpg\\.db is damaged: the column ${column} in row \\S+ of the table ${table} cannot`),
      ),
    }),
  );
});

function listTriggers({ connection }: TestGame, table: string): readonly string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?";
  return connection.prepare<[string], string>(sql).pluck().all(table);
}
