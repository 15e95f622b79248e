// Tests damage to a memory's file: wherever bytes change, the damage is noticed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { renderDamageTrials, runDamageTrials } from '@terrarium/kernel/testing/damage-trials';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { type LivedMemory, liveMemory } from '../support/lived-memory.ts';

const trials = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 30;
const folder = mkdtempSync(join(tmpdir(), 'terrarium-damaged-'));
let lived: LivedMemory;
beforeAll(async () => {
  lived = await liveMemory(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the problems found, each with the rows that it names. */
function examine(path: string): { problems: readonly string[] } {
  const connection = openMemoryDatabase({ path, isDamageExpected: true });
  try {
    const { problems } = verifyMemory(connection);
    return {
      problems: problems.map(({ check, rows = [] }) =>
        [check, ...rows.map(({ table, row, what }) => `${table} ${row} ${what}`)].join(': '),
      ),
    };
  } finally {
    connection.close();
  }
}

it('DB1: every table of the memory that is damaged holds something, and it is sound', () => {
  writeFileSync(lived.path, lived.whole);
  expect(examine(lived.path).problems).toEqual([]);
  const raw = openDatabase({ path: lived.path, title: 'a file', migrations: [], schema: 'foreign' });
  const empty = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .filter((name) => raw.prepare(`SELECT 1 FROM "${name}"`).get() === undefined);
  raw.close();
  // Opening a memory rebuilds stale indexes, so this table is empty.
  expect(empty).toEqual(['stale_index']);
});

it(`DB2: of ${trials} damages at random places, none that changed the content goes unreported`, () => {
  const outcomes = runDamageTrials({ path: lived.path, whole: lived.whole, trials, seed: 1, examine });
  const report = renderDamageTrials(outcomes);
  if (trials > 30) process.stdout.write(`memory.sqlite: ${report}\n`);
  expect(outcomes.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault')).toEqual([]);
});
