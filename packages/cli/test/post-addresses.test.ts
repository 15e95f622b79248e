// Addresses of posts: each quote links to the page on which its post was published.

import { readFileSync, writeFileSync } from 'node:fs';
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
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const annotate = (...argv: readonly string[]) => run('annotate', ...argv);
const exported = async (format: string) => (await annotate('export', '--out', '-', '--format', format)).out;

it('CO30: a story that is here already gets its addresses, and every format links to them', async () => {
  const template = 'https://example.org/{thread}/{first}#{post}';
  const said = await run('import', 'story.jsonl', '--link', template);
  expect(said.out).toContain(`Its quotes link to ${template}.`);
  const [, address = ''] = /(https:\S+)/u.exec((await annotate('inspect', 'Quillon')).out) ?? [];
  expect(address).toBe('https://example.org/2/2#2');
  const { entries } = JSON.parse(await exported('json'));
  expect(entries.flatMap(({ evidence }: { evidence: { url: string }[] }) => evidence[0]?.url)).toContain(
    address,
  );
  expect(await exported('markdown')).toContain(`[Two](<${address}>)`);
  expect(await exported('wiki')).toContain(`"url":"${address}"`);
  await annotate('export', '--format', 'vault', '--out', 'vault');
  expect(readFileSync(join(folder.path, 'vault/Glossary/Character/Quillon.md'), 'utf8')).toContain(
    `[where it was posted](<${address}>)`,
  );
  expect((await annotate('verify')).exitCode).toBe(0);
  await run('import', 'story.jsonl', '--link', 'none');
  expect(await exported('json')).not.toContain('example.org');
});

it('CO30: what is no address of the web is refused, in a world from elsewhere too', async () => {
  const refused = await run('import', 'story.jsonl', '--link', 'javascript:alert({post})');
  expect(refused.exitCode).toBe(2);
  expect(refused.error).toMatch(/cannot be the address of posts\.[\s\S]*\[import\.bad-link\]/u);
  const path = join(folder.path, 'world/world.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const [corpus] = file.corpora;
  writeFileSync(path, JSON.stringify({ ...file, corpora: [{ ...corpus, link: 'javascript:{post}' }] }));
  expect((await annotate('inspect', 'Quillon')).error).toContain('no address of posts');
  writeFileSync(path, JSON.stringify(file));
});
