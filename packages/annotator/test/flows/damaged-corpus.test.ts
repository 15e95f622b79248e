// Damages an imported corpus at random places: every change is reported, with its table and row.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { renderDamageTrials, runDamageTrials } from '@terrarium/kernel/testing/damage-trials';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCorpus } from '../../src/corpus/corpus-seals-store.ts';
import { verifyCorpora } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import type { World } from '../../src/world/world.ts';
import { renderArchiveDownload } from '../site-pages.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const trials = isProof ? 300 : 30;
const folder = mkdtempSync(join(tmpdir(), 'terrarium-damaged-corpus-'));
const { clock } = buildFakeEnvironment();
let world: World;
let path: string;
let whole: Buffer;

/**
 * Imports a story twice, the second time without one chapter, so that the file has former posts with their places, and
 * texts kept apart.
 */
beforeAll(async () => {
  const chapters = Array.from({ length: 8 }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    paragraphs: Array.from({ length: 6 }, (_line, line) =>
      `On day ${at * 6 + line} the lamp of house ${line} burnt, and Ondine wrote it down. `.repeat(4),
    ),
  }));
  const source = join(folder, 'tide.html');
  writeFileSync(source, renderArchiveDownload(chapters));
  const empty = createWorld({ dir: join(folder, 'world'), title: 'Tide', clock });
  const first = await addCorpus(empty, { path: source });
  writeFileSync(source, renderArchiveDownload(chapters.toSpliced(3, 1)));
  const second = await addCorpus(first.world, { path: source });
  expect(second.status).toBe('revised');
  world = second.world;
  path = second.corpus.path;
  whole = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

function examine(file: string): { problems: readonly string[] } {
  return {
    problems: verifyCorpus(file).problems.map(({ check, rows = [] }) =>
      [check, ...rows.map(({ table, row, what }) => `${table} ${row} ${what}`)].join(': '),
    ),
  };
}

function change(sql: string): void {
  writeFileSync(path, whole);
  const connection = openDatabase({ path, title: 'a file', migrations: [], schema: 'foreign' });
  connection.unsafeMode(true);
  connection.exec(sql);
  connection.pragma('journal_mode = DELETE');
  connection.close();
}

describe('a damaged corpus', () => {
  it('CO27: is sound as it was written, with rows in every table that is read', () => {
    writeFileSync(path, whole);
    expect(verifyCorpus(path)).toMatchObject({ isSealed: true, problems: [] });
    const raw = openDatabase({ path, title: 'a file', migrations: [], schema: 'foreign', readonly: true });
    const tables = ['thread', 'post', 'tag', 'apart', 'former_post', 'former_thread', 'reading_order'];
    for (const table of tables) expect(raw.prepare(`SELECT 1 FROM ${table}`).get(), table).toBeDefined();
    raw.close();
  });

  it.each([
    ['post', `UPDATE post SET time = 7 WHERE id = 2`, '2'],
    ['post', `UPDATE post SET name = 'another' WHERE id = 3`, '3'],
    ['post', 'DELETE FROM post WHERE id = 1', '1'],
    ['thread', `UPDATE thread SET title = 'Chapter 9' WHERE id = 2`, '2'],
    ['tag', `UPDATE tag SET name = 'other' WHERE post_id = 2 AND name = 'qm_post'`, '2/other'],
    ['apart', `UPDATE apart SET kind = 'about' WHERE id = 2`, '2'],
    ['former_post', 'UPDATE former_post SET stood_behind = 1', '4'],
    ['reading_order', 'UPDATE reading_order SET is_story = 0 WHERE ordinal = 5', '5'],
    ['record_seal', 'DROP TABLE record_seal', '1 and later'],
  ])('CO27: %s is named with its row after %s', (table, sql, row) => {
    change(sql);
    const found = verifyCorpus(path).problems.flatMap(({ rows = [] }) => rows);
    expect(found).toContainEqual(expect.objectContaining({ table, row }));
    const [told] = verifyCorpora(world).problems;
    expect(told).toMatchObject({ code: 'corpus.damaged' });
  });

  it('CO27: if it is from before there were seals, only that is reported', () => {
    change('DROP TABLE record_seal; PRAGMA application_id = 0');
    expect(verifyCorpus(path)).toMatchObject({ isSealed: false, problems: [] });
    expect(verifyCorpora(world)).toMatchObject({
      problems: [],
      notes: [expect.stringContaining('only the structure of the file was checked')],
    });
  });

  it(`CO27: of ${trials} damages at random places, none that changed the content goes unreported`, () => {
    const outcomes = runDamageTrials({ path, whole, trials, seed: 1, examine });
    if (isProof) process.stdout.write(`corpora: ${renderDamageTrials(outcomes)}\n`);
    const wrong = outcomes.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault');
    expect(wrong, renderDamageTrials(outcomes)).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'named').length).toBeGreaterThan(trials / 4);
  });
});
