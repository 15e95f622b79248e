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

/** Puts a table's first page of rows in the place of the page that leads to all of them. */
function cutOff(whole: Buffer, root: number): Buffer {
  const bytes = Buffer.from(whole);
  const size = bytes.readUInt16BE(16);
  const from = (root - 1) * size;
  // The head of an inner page has 12 bytes. Then come the places of its cells. Each cell begins with a page's number.
  const first = bytes.readUInt32BE(from + bytes.readUInt16BE(from + 12));
  return Buffer.from(bytes.fill(whole.subarray((first - 1) * size, first * size), from, from + size));
}

it('IO23: rows that an older page hides without a gap are named by an index that has them', () => {
  const path = join(folder, 'cut.sqlite');
  writeFileSync(path, lived.whole);
  const sound = openMemoryDatabase({ path });
  const root = sound.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'item_change'").pluck().get();
  sound.close();
  writeFileSync(path, cutOff(lived.whole, Number(root)));
  const { leftOut, close } = salvage(path);
  close();
  expect(leftOut).toEqual([
    { table: 'item_change', row: expect.stringMatching(/^\d+ and later$/), what: 'is gone' },
  ]);
});
