// Tests where an export may be written: it follows a link and keeps it, and refuses a target that is not an ordinary file.

import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl');
  const server = await openStoryServer();
  await run('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

it('writes through a link and leaves it one', async () => {
  folder.write('real.json', 'old');
  symlinkSync('real.json', join(folder.path, 'link.json'));
  expect((await run('annotate', 'export', '--out', 'link.json')).exitCode).toBe(0);
  expect(lstatSync(join(folder.path, 'link.json')).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(join(folder.path, 'real.json'), 'utf8')).entries).toHaveLength(3);
});

it('takes no place of what is no file', async ({ onTestFinished }) => {
  const door = join(folder.path, 'door');
  const listening = Promise.withResolvers<void>();
  const server = createServer().listen(door, listening.resolve);
  onTestFinished(() => void server.close());
  await listening.promise;
  const said = await run('annotate', 'export', '--out', 'door');
  expect(said).toMatchObject({ exitCode: 2, out: '' });
  expect(said.error).toContain('door is not an ordinary file.');
  expect(lstatSync(door).isSocket()).toBe(true);
});
