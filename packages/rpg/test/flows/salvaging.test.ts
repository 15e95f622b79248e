// Tests exporting and salvaging damaged games: an export is correct or refused, and salvage invents nothing.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { isWrong, renderSalvageTrials, runSalvageTrials } from '@terrarium/kernel/testing/salvage-trials';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { sealedTables } from '../../src/database/sealed-tables.ts';
import { exportGame, exportSalvaged } from '../../src/exchange/export-game.ts';
import { salvageGames } from '../../src/exchange/salvage-games-store.ts';
import { openTestGame, playCalls } from '../support/open-test-game.ts';

const trials = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 30;
const tables = sealedTables.filter(({ table }) =>
  ['sessions', 'turn', 'head_move', 'manifests'].includes(table),
);
const ids = { next: () => 'the-same' };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-salvaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Plays this many turns, each with a note, and returns the bytes of the database. */
function playGame(path: string, turns: number): Buffer {
  const { game, close } = openTestGame({ path });
  for (let turn = 1; turn <= turns; turn += 1) {
    playCalls(game, `I fall ${turn}.`, [['note', { content: `It hurts, ${turn}.`, tags: ['Wounds'] }]]);
  }
  close();
  openRpgDatabase({ path }).close();
  return readFileSync(path);
}

function exportAll(path: string): string {
  const connection = openRpgDatabase({ path });
  try {
    return exportGame({ connection, session: 'The Mill', format: 'story', ids });
  } finally {
    connection.close();
  }
}

function salvage(path: string) {
  const damaged = openRpgDatabase({ path, isDamageExpected: true });
  try {
    const { connection, leftOut } = salvageGames(damaged);
    return { connection, leftOut, close: () => void connection.close() };
  } finally {
    damaged.close();
  }
}

it(`DM22: of ${trials} damaged games each is exported as it was or refused, and salvaged without a row that was not written`, () => {
  const path = join(makeFolder(), 'rpg.db');
  const whole = playGame(path, 20);
  const found = runSalvageTrials({ path, whole, trials, seed: 1, tables, exportAll, salvage });
  const report = renderSalvageTrials(found);
  if (trials > 30) process.stdout.write(`rpg.db: ${report}\n`);
  expect(found.filter(isWrong), report).toEqual([]);
});

it.each([
  ['the words of a turn', "UPDATE turn SET narrative = 'Another tale.' WHERE number = 3", [3]],
  ['two turns that are gone', 'DELETE FROM turn WHERE number IN (2, 3)', [2, 3]],
  ['what follows from the turns', 'DELETE FROM head_path', []],
  ['the system', "UPDATE manifests SET json = '{'", []],
  ['the number of the head', 'UPDATE head_path SET turn_id = 1', []],
] as const)(
  'DM22: a story whose %s is damaged is told but for what is lost, and says so',
  (_, damage, lost) => {
    const path = join(makeFolder(), 'rpg.db');
    playGame(path, 6);
    const raw = openRpgDatabase({ path });
    damageRows(raw, damage);
    raw.close();
    expect(() => exportAll(path)).toThrow(
      expect.objectContaining({ todo: expect.stringContaining('--salvage') }),
    );
    const { connection, leftOut, close } = salvage(path);
    const told = exportSalvaged({
      connection,
      session: 'The Mill',
      format: 'story',
      ids,
      leftOut: leftOut.length,
    });
    close();
    for (let turn = 1; turn <= 6; turn += 1) {
      const isLost = (lost as readonly number[]).includes(turn);
      expect(told.includes(`I fall ${turn}`), told).toBe(!isLost);
    }
    expect(told).toContain(
      lost.length === 0
        ? 'every turn up to the last salvaged one is complete'
        : `among them ${lost.length === 1 ? 'turn' : 'turns'} ${lost.join(', ')}`,
    );
    expect(told).not.toContain('Another tale');
  },
);

/** Damages rows as another program could, without any trigger. */
function damageRows(connection: Connection, damage: string): void {
  connection.pragma('foreign_keys = OFF');
  const triggers = connection
    .prepare<[], { schema: string; name: string; sql: string }>(
      `SELECT 'main' "schema", name, sql FROM main.sqlite_schema WHERE type = 'trigger'
       UNION ALL SELECT 'temp', name, '' FROM temp.sqlite_schema WHERE type = 'trigger'`,
    )
    .all();
  for (const { schema, name } of triggers) connection.exec(`DROP TRIGGER ${schema}."${name}"`);
  connection.exec(damage);
  for (const { sql } of triggers) connection.exec(sql);
}
