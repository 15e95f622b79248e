// Durability: the setting reaches every database that a command, a talk, a game or an MCP client writes.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

const watcher = createRequire(import.meta.url).resolve('@terrarium/kernel/testing/watch-durability');

let folder: Folder;
const counted = { watched: 0 };
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run(['import', 'story.jsonl']);
  await run(['import', 'story.jsonl', '--world', 'empty']);
  const server = await openStoryServer();
  await run(['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl]);
  await server.close();
  await run(['annotate', 'export', '--format', 'json', '--out', 'glossary.json']);
});
afterAll(() => folder.remove());

const run = (argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

/** Runs a command. Returns, for each database that it wrote to, how durable the writes were. */
async function watch(
  argv: readonly string[],
  { durability, input }: { readonly durability?: string | undefined; readonly input?: string },
): Promise<readonly string[]> {
  counted.watched += 1;
  const path = join(folder.path, `watched-${counted.watched}`);
  const preload = `${pathToFileURL(watcher).href}?${encodeURIComponent(path)}`;
  const environment = { NODE_OPTIONS: `--import=${preload}`, TERRARIUM_DURABILITY: durability };
  const said = await runTerrarium(argv, { cwd: folder.path, environment, ...(input && { input }) });
  expect(said.exitCode, said.error).toBe(0);
  return existsSync(path) ? [...new Set(readFileSync(path, 'utf8').trim().split('\n'))] : [];
}

const callTool = (name: string, given: Readonly<Record<string, string>>) =>
  [
    {
      method: 'initialize',
      id: 1,
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { method: 'tools/call', id: 2, params: { name, arguments: given } },
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    .join('');

describe('durability', () => {
  it.each([
    ['annotate edit', ['annotate', 'edit', 'Soma', '--tag', 'place'], 'annotator.db'],
    ['annotate snapshot', ['annotate', 'snapshot', 'create'], 'annotator.db'],
    [
      'annotate import-glossary',
      ['annotate', 'import-glossary', 'glossary.json', '--world', 'empty'],
      'annotator.db',
    ],
    ['memory chat', ['memory', 'chat', 'Hello.'], 'memory.sqlite'],
    ['play', ['play', 'look around'], 'rpg.db'],
  ])('reaches what %s writes', async (_what, argv, database) => {
    expect(await watch(argv, { durability: 'full' })).toEqual([`${database} full`]);
  });

  it('reaches what a run writes', async () => {
    // A run also opens other connections, with databases in memory, so the list contains more than this.
    const written = await watch(['annotate', 'run', '--model', 'builtin'], { durability: 'full' });
    expect(written).toContain('annotator.db full');
  });

  it('reaches what a client of the protocol has written', async () => {
    const input = callTool('hear', { text: 'Hello.' });
    expect(await watch(['mcp'], { durability: 'full', input })).toEqual(['memory.sqlite full']);
    mkdirSync(join(folder.path, 'world', 'imports'), { recursive: true });
    folder.write(join('world', 'imports', 'talk.jsonl'), '{"role":"user","text":"Good evening."}\n');
    const brought = callTool('import', { file: 'talk.jsonl' });
    expect(await watch(['mcp'], { durability: 'full', input: brought })).toEqual(['memory.sqlite full']);
  });

  it('is that of a kill where nobody asks for more', async () => {
    expect(await watch(['annotate', 'edit', 'Soma', '--tag', 'town'], {})).toEqual(['annotator.db normal']);
    expect(await watch(['memory', 'chat', 'Hello again.'], {})).toEqual(['memory.sqlite normal']);
  });
});
