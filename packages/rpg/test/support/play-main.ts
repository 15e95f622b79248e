// Process that plays and retells turns until it is killed: at its nth write, or while it holds a turn open.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import type { TurnDraft } from '../../src/state/game.ts';
import { call, endTurn } from './open-test-game.ts';

const [databasePath = '', dyingWrite = ''] = process.argv.slice(2);
const connection = openRpgDatabase({ path: databasePath });
let writes = 0;
connection.function('die_in_time', () => {
  writes += 1;
  if (writes === Number(dyingWrite)) process.kill(process.pid, 'SIGKILL');
  return 0;
});
const tables = ['turn', 'event', 'roll', 'game_state', 'memories', 'head_move', 'head_path', 'turn_metadata'];
for (const table of [
  ...tables,
  'draft',
  'draft_action',
  'draft_reply',
  'sessions',
  'unanswered',
  'game_event',
]) {
  for (const act of ['INSERT', 'UPDATE', 'DELETE']) {
    connection.exec(
      `CREATE TEMP TRIGGER die_${table}_${act} AFTER ${act} ON main.${table} BEGIN SELECT die_in_time(); END`,
    );
  }
}
const game = openGame({ connection, session: 'The Mill', clock: buildFakeEnvironment().clock });
if (dyingWrite === 'hold') {
  game.start('I wait.');
  process.stdout.write('held\n');
  setInterval(() => undefined, 60_000);
} else {
  flee(game.start('I flee.'));
  play(game.start('I fall.'));
  game.undo();
  game.redo();
  play(game.start('I fall again.'));
  play(game.retry());
  const dropped = game.retry();
  call(dropped, 'note', { content: 'It never happened.' });
  dropped.delete();
  connection.close();
}

/** The move away ends the fight, as an action of the program. */
function flee(draft: TurnDraft): void {
  draft.recordReply(JSON.stringify({ text: 'reply to I flee.' }));
  call(draft, 'mode_set', { mode: 'combat', opponents: ['Mira'] });
  call(draft, 'move', { destination: 'Yard' });
  draft.commit(endTurn('I flee.'));
}

function play(draft: TurnDraft): void {
  const { words } = draft;
  draft.recordReply(JSON.stringify({ text: `reply to ${words}` }));
  call(draft, 'roll', { formula: '2d6' });
  call(draft, 'adjust', { path: 'resources.health.current', delta: -3 });
  call(draft, 'note', { content: `It happened: ${words}` });
  draft.commit(endTurn(words));
}
