// Tests damage to rpg.db: wherever bytes change, the damage is noticed, and named with its table and row.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { renderDamageTrials, runDamageTrials } from '@terrarium/kernel/testing/damage-trials';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import { openTestGame, playCalls } from '../support/open-test-game.ts';

const trials = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 30;

/**
 * Plays twenty turns with wounds and notes, and adds rows to other tables: a named turn, wishes, unanswered words,
 * vectors.
 */
function playGame(path: string): Buffer {
  const { game, connection, close } = openTestGame({ path });
  for (let turn = 0; turn < 20; turn += 1) {
    playCalls(game, `I fall ${turn}.`, [
      ['adjust', { path: 'resources.health.current', delta: turn % 2 === 0 ? -1 : 1 }],
      ['note', { content: `It hurts, ${turn}.`, tags: ['Wounds', `turn ${turn}`] }],
    ]);
  }
  connection.exec(`INSERT INTO session_settings (session_id, json) SELECT id, '{}' FROM sessions;
    INSERT INTO turn_prompt (turn_id, position, model, version) SELECT id, 0, 'somebody', 'texts' FROM turn;
    INSERT INTO branch (session_id, name, turn_id) SELECT id, 'here', 1 FROM sessions;
    INSERT INTO unanswered (session_id, parent, words, at_ms) SELECT id, 1, 'Hello?', 1 FROM sessions;
    INSERT INTO text_embedder (name, dimensions) VALUES ('fake (2)', 2);
    INSERT INTO text_vector (embedder_id, place, vector) SELECT 1, id, zeroblob(8) FROM memories`);
  close();
  openRpgDatabase({ path }).close();
  return readFileSync(path);
}

/** Returns the problems found, each with the rows that it names. */
function examine(path: string): { problems: readonly string[] } {
  const connection = openRpgDatabase({ path, isDamageExpected: true });
  try {
    const { problems } = verifyRpg(connection);
    return {
      problems: problems.map(({ check, rows = [] }) =>
        [check, ...rows.map(({ table, row, what }) => `${table} ${row} ${what}`)].join(': '),
      ),
    };
  } finally {
    connection.close();
  }
}

it(`DM17: of ${trials} damages at random places none is silent where the content changed`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rpg.db');
  const whole = playGame(path);
  expect(examine(path).problems).toEqual([]);
  const outcomes = runDamageTrials({ path, whole, trials, seed: 1, examine });
  if (trials > 30) process.stdout.write(`rpg.db: ${renderDamageTrials(outcomes)}\n`);
  expect(outcomes.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault')).toEqual([]);
});
