// Tests exporting and salvaging damaged memories: an export is correct or refused, and salvage invents no row.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { isWrong, renderSalvageTrials, runSalvageTrials } from '@terrarium/kernel/testing/salvage-trials';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { sealedTables } from '../../src/database/sealed-tables.ts';
import { exportMemory, exportSalvaged, salvageMemory } from '../../src/export/export-memory.ts';
import { memoryLineSchema } from '../../src/export/renderings/memory-line.ts';
import { type LivedMemory, liveMemory } from '../support/lived-memory.ts';

const trials = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 30;
const request = { format: 'jsonl', withSecrets: true, timeZone: 'UTC' } as const;
const voices = { user: [{ name: 'You' }], companion: [{ name: 'They' }] } as never;
const exported = [
  'event',
  'working_memory',
  'item_change',
  'fragment',
  'fragment_source',
  'edge',
  'forgotten',
];
const tables = sealedTables.filter(({ table }) =>
  [...exported, 'working_memory_ref', 'maintenance_run'].includes(table),
);
const folder = mkdtempSync(join(tmpdir(), 'terrarium-salvaged-'));
let lived: LivedMemory;
beforeAll(async () => {
  lived = await liveMemory(folder, 20);
});
afterAll(() => rmSync(folder, { recursive: true }));

function exportAll(path: string): string {
  const connection = openMemoryDatabase({ path });
  try {
    return [...exportMemory(connection, { ...request, voices })].join('');
  } finally {
    connection.close();
  }
}

function salvage(path: string) {
  const damaged = openMemoryDatabase({ path, isDamageExpected: true });
  try {
    const { connection, leftOut } = salvageMemory(damaged);
    for (const format of ['jsonl', 'markdown', 'sillytavern'] as const) {
      const text = [...exportSalvaged(connection, { ...request, format, voices, leftOut: 7 })].join('');
      expect(text).toMatch(/"left_out":7|7 things are missing/u);
    }
    return { connection, leftOut, close: () => void connection.close() };
  } finally {
    damaged.close();
  }
}

it(`IO23: of ${trials} damaged memories each is exported as it was or refused, and salvaged without a row that was not written`, () => {
  const found = runSalvageTrials({ ...lived, trials, seed: 1, tables, exportAll, salvage });
  const report = renderSalvageTrials(found);
  if (trials > 30) process.stdout.write(`memory.sqlite: ${report}\n`);
  expect(found.filter(isWrong), report).toEqual([]);
  expect(found.some(({ salvaged }) => salvaged === 'part')).toBe(true);
});

it('IO23: a salvaged memory that lost nothing is exported as before, without what was forgotten in it', () => {
  const path = join(folder, 'sound.sqlite');
  writeFileSync(path, lived.whole);
  const whole = exportAll(path);
  const damaged = openMemoryDatabase({ path, isDamageExpected: true });
  const { connection, leftOut } = salvageMemory(damaged);
  damaged.close();
  const salvaged = [...exportSalvaged(connection, { ...request, voices })].join('');
  const [header = ''] = exportSalvaged(connection, { ...request, voices, leftOut: 2 });
  connection.close();
  expect([leftOut, salvaged]).toEqual([[], whole]);
  expect(memoryLineSchema.parse(JSON.parse(header))).toMatchObject({ salvaged: { left_out: 2 } });
});
