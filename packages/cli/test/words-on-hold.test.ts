// Words on hold: words that admission kept out of the glossary are listed among the decisions.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
  const gate = {
    term: 'gate',
    definition: 'A door of the town.',
    tags: ['term'],
    evidence: [{ post_id: 1, label: 1 }],
  };
  const server = await openStoryServer({
    respond: ({ body }) =>
      body.messages.some(({ role }) => role === 'tool')
        ? { text: 'Nothing new.' }
        : { calls: [{ name: 'glossary_create', arguments: gate }] },
  });
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl, '--until', 'thread:1');
  await server.close();
});
afterAll(() => folder.remove());

const annotate = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });

it('HU9: words on hold are told below the decisions, with what was said of them', async () => {
  const { out } = await annotate('decisions');
  expect(out).toMatch(/^on hold +gate · 1 mention in 1 post · A door of the town\.$/mu);
  const told: unknown = JSON.parse((await annotate('decisions', '--json')).out);
  expect(told).toMatchObject({ held: 1, onHold: [{ surface: 'gate', definition: 'A door of the town.' }] });
});
