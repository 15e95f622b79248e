// Salvages damaged glossaries: an export is right or refused, has only what was written, and says what is lost.

import { readFileSync } from 'node:fs';
import { openDatabase } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { isWrong, renderSalvageTrials, runSalvageTrials } from '@terrarium/kernel/testing/salvage-trials';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/database/open-annotator-database.ts';
import { sealedTables } from '../../src/database/sealed-tables.ts';
import type { ExportedGlossary } from '../../src/export/exported-glossary.ts';
import { parseExport } from '../../src/export/exported-glossary.ts';
import { parseLorebook } from '../../src/export/lorebook/parse-lorebook.ts';
import { renderGlossary } from '../../src/export/render-glossary.ts';
import { salvageGlossary } from '../../src/export/salvage-glossary-store.ts';
import { openAnnotator } from '../../src/journal/open-annotator.ts';
import { refuseDamagedGlossary } from '../../src/verify-annotator.ts';
import type { World } from '../../src/world/world.ts';
import { unpackStoredWorld } from '../support/stored-world.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const trials = isProof ? 300 : 20;
const { clock } = buildFakeEnvironment();
const exported = ['change', 'revision', 'read_part', 'scene', 'planned_corpus'];
const tables = sealedTables.filter(({ table }) => exported.includes(table));

function prepareWorld(): World {
  const world = unpackStoredWorld(readMigrations().length);
  openAnnotator(world, { clock }).close();
  return world;
}

function exportAll(world: World): string {
  const annotator = openAnnotator(world, { clock, mustExist: true });
  try {
    refuseDamagedGlossary(annotator);
    return [...renderGlossary(annotator, 'json').chunks].join('');
  } finally {
    annotator.close();
  }
}

/** Returns the opened salvaged glossary, and its export as JSON. */
function salvage(world: World) {
  const damaged = openAnnotator(world, { clock, mustExist: true, isDamageExpected: true });
  try {
    const { annotator, leftOut } = salvageGlossary(damaged, clock);
    const missing = leftOut.length === 0 ? undefined : leftOut.length;
    const text = [...renderGlossary(annotator, 'json', { leftOut: missing }).chunks].join('');
    const { connection } = annotator;
    return { connection, leftOut, text, close: () => void connection.close() };
  } finally {
    damaged.close();
  }
}

/** Each entry without its salience, which is lower if posts that were read have been lost. */
function listEntries({ entries }: ExportedGlossary): readonly string[] {
  return entries.map(({ salience: _, ...entry }) => JSON.stringify(entry));
}

it(
  `ST8: of ${trials} damaged glossaries each is exported as it was or refused, and salvaged without an entry that was not there`,
  () => {
    const world = prepareWorld();
    const path = world.annotatorPath;
    const whole = readFileSync(path);
    const sound = new Set(listEntries(parseExport(exportAll(world))));
    expect(sound.size).toBeGreaterThan(10);
    const found = runSalvageTrials({
      path,
      whole,
      trials,
      seed: 1,
      tables,
      exportAll: () => exportAll(world),
      salvage: () => {
        const salvaged = salvage(world);
        const entries = listEntries(parseExport(salvaged.text));
        expect(entries.filter((entry) => !sound.has(entry))).toEqual([]);
        if (salvaged.leftOut.length === 0) expect(entries.length).toBe(sound.size);
        return salvaged;
      },
    });
    const report = renderSalvageTrials(found);
    if (isProof) process.stdout.write(`annotator.db: ${report}\n`);
    expect(found.filter(isWrong), report).toEqual([]);
  },
  isProof ? 3_600_000 : 600_000,
);

it('ST8: an entry that has lost a part of its history is left out and named, the others stay, and every format says so', () => {
  const world = prepareWorld();
  const before = parseExport(exportAll(world));
  const raw = openDatabase({ path: world.annotatorPath, title: 'a file', migrations: [], schema: 'foreign' });
  const [lost] = raw.prepare<[], number>('SELECT entry_id FROM revision ORDER BY id LIMIT 1').pluck().all();
  raw.exec('DROP TRIGGER revision_is_never_deleted');
  raw.exec('DELETE FROM revision WHERE id = (SELECT min(id) FROM revision)');
  raw.exec(`CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END`);
  raw.close();
  expect(() => exportAll(world)).toThrow(
    expect.objectContaining({ code: 'store.damaged', todo: expect.stringContaining('export --salvage') }),
  );
  const { text, leftOut, close } = salvage(world);
  close();
  const after = parseExport(text);
  const kept = before.entries.filter(({ id }) => id !== lost);
  // The order may differ: if `Low Veyre` is lost, its mentions are counted as mentions of `Veyre`.
  expect(listEntries(after).toSorted()).toEqual(listEntries({ ...before, entries: kept }).toSorted());
  expect(after.salvaged).toEqual({ left_out: leftOut.length });
  expect(leftOut).toContainEqual({ table: 'entry', row: String(lost), what: expect.any(String) });
  const damaged = openAnnotator(world, { clock, mustExist: true, isDamageExpected: true });
  const { annotator } = salvageGlossary(damaged, clock);
  const render = (format: 'yaml' | 'markdown' | 'worldinfo' | 'lorebook') =>
    [...renderGlossary(annotator, format, { leftOut: 3 }).chunks].join('');
  expect(render('yaml')).toContain('salvaged:\n  left_out: 3\n');
  expect(render('markdown')).toContain('*Salvaged from a damaged file: 3 things are missing.*');
  for (const format of ['worldinfo', 'lorebook'] as const)
    expect(parseLorebook(JSON.parse(render(format)))?.glossary.salvaged).toEqual({ left_out: 3 });
  annotator.close();
  damaged.close();
});
