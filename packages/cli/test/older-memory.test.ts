// Tests a memory of an older version: the first command says that it was migrated, and where the copy of it is.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder } from './support/small-story.ts';

const stored = gunzipSync(
  readFileSync(fileURLToPath(new URL('../../memory/test/fixtures/memory-v5.sqlite.gz', import.meta.url))),
);

function createOlderWorld(): string {
  const folder = createFolder();
  onTestFinished(() => folder.remove());
  mkdirSync(join(folder.path, 'world'));
  const description = { title: 'Older', created_at: '2026-11-22T12:00:00.000Z', format: 1, corpora: [] };
  writeFileSync(join(folder.path, 'world', 'world.json'), JSON.stringify(description));
  writeFileSync(join(folder.path, 'world', 'memory.sqlite'), stored);
  return folder.path;
}

it.each([
  ['memory wake', ['memory', 'wake']],
  ['memory audit', ['memory', 'audit']],
  ['mcp', ['mcp']],
])('%s says on standard error that it brought the memory up to date, once', async (_door, argv) => {
  const cwd = createOlderWorld();
  const input = '';
  const first = await runTerrarium(argv, { cwd, input });
  expect(first.error).toMatch(/Brought the world from schema 5 to \d+\./);
  expect(first.error.replaceAll(/\s+/g, ' ')).toContain('memory.sqlite.v5.backup');
  expect(existsSync(join(cwd, 'world', 'memory.sqlite.v5.backup'))).toBe(true);
  expect((await runTerrarium(argv, { cwd, input })).error).not.toContain('Brought');
});
