// Guides: runs every command of every guide, in order, in one folder, and compares the output with the page.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEpub } from '@terrarium/annotator/testing/build-epub';
import type { FakeServer } from '@terrarium/kernel/testing/fake-server';
import { buildProbeResponder } from '@terrarium/kernel/testing/responders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseGuide } from './support/parse-guide.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import {
  createFolder,
  type Folder,
  findSceneTitle,
  openStoryServer,
  recordPerson,
} from './support/small-story.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guides = join(root, 'docs', 'guide');
/** Commands that serve until they are stopped; other tests try them. */
const servers = new Set(['open', 'serve', 'mcp', 'fleet']);

const index = readFileSync(join(guides, 'README.md'), 'utf8');
const names = [...index.matchAll(/^\d+\. \[[^\]]*\]\((?<name>[a-z-]+\.md)\)/gmu)].map(
  (one) => one.groups?.['name'] ?? '',
);

const probed = buildProbeResponder();

let folder: Folder;
let server: FakeServer;
beforeAll(async () => {
  folder = createFolder();
  server = await openStoryServer({
    models: ['qwen3:14b'],
    respond: (request) => (findSceneTitle(request) === undefined ? probed(request) : recordPerson(request)),
  });
  writeFileSync(join(folder.path, 'my-story.epub'), buildEpub('calibre', readSampleChapters()));
  folder.write('my-card.json', JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data: card }));
  folder.write('chat.jsonl', chat.map((line) => `${JSON.stringify(line)}\n`).join(''));
  folder.write('wrong-story.txt', 'The ferry left at noon. Nobody had paid.');
  folder.write('reading-notes.md', 'Places only where somebody lives.');
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const card = {
  name: 'Soma',
  description: 'The keeper of the gate of Vell.',
  personality: 'Dry, patient.',
  scenario: 'A gate of salt at dawn.',
  first_mes: 'You are early.',
};
const chat = [
  { speaker: 'Kit', text: 'I planted beans behind the mill.', at: '2026-05-03T10:00:00Z' },
  { speaker: 'Soma', text: 'Water them at dusk.', at: '2026-05-03T10:01:00Z' },
];

function readSampleChapters() {
  const posts = readFileSync(join(root, 'samples', 'low-veyre.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { thread: string; body: string; tags: readonly string[] })
    .filter(({ tags }) => tags.includes('qm_post'));
  const titles = [...new Set(posts.map(({ thread }) => thread))];
  return titles.map((title) => ({
    title: title.replace(/^.*#\d+: /u, ''),
    paragraphs: posts.filter(({ thread }) => thread === title).flatMap(({ body }) => body.split('\n\n')),
  }));
}

describe.each(names)('the guide %s', (name) => {
  const guide = parseGuide(readFileSync(join(guides, name), 'utf8'));

  it('says what one gets, has commands, and ends with what to do next', () => {
    expect(guide.text).toMatch(/^# .+\n\n\S/u);
    expect(guide.text).toMatch(/\n## Next\n/u);
    expect(guide.commands.length).toBeGreaterThan(0);
  });

  it.each(guide.commands)('$line', async ({ argv, fails, shows }) => {
    if (servers.has(argv[0] ?? '')) return;
    const given = argv.map((word) => word.replace('http://localhost:8080/v1', server.baseUrl));
    const said = await runTerrarium(given, { cwd: folder.path, input: '' });
    const all = `${said.out}\n${said.error}`;
    expect(said.exitCode === 0, all).toBe(!fails);
    for (const line of shows) expect(all).toContain(line.trim());
  });
});

it('the list of guides has every page', () => {
  expect(names.toSorted()).toEqual(
    readdirSync(guides)
      .filter((name) => name !== 'README.md')
      .toSorted(),
  );
});
