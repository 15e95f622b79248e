// Transcripts: what a person types and what the program answers, compared word for word; `vitest -u` stores them anew.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseTranscript, runTranscript } from './support/run-transcript.ts';
import {
  createFolder,
  findSceneTitle,
  openStoryServer,
  recordPerson,
  smallStory,
} from './support/small-story.ts';

const root = fileURLToPath(new URL('./transcripts/', import.meta.url));
const names = readdirSync(root).filter((name) => name.endsWith('.txt'));
const reply =
  'Hm.<feeling>curious</feeling><do>looks up</do><say>Hello, you.</say><secret>I missed you.</secret>';

it.for(names)('a person is told what %s has, word for word', async (name, { onTestFinished }) => {
  const folder = createFolder();
  const server = await openStoryServer({
    models: ['story', 'tale'],
    respond: (request) => (findSceneTitle(request) === undefined ? { text: reply } : recordPerson(request)),
  });
  onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  folder.write('story.jsonl', smallStory);
  const parts = parseTranscript(readFileSync(`${root}${name}`, 'utf8'));
  const said = await runTranscript(parts, {
    folder: folder.path,
    place: '',
    names: { SERVER: server.baseUrl },
  });
  await expect(said).toMatchFileSnapshot(`${root}${name}`);
});
