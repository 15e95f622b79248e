// Several stories in one world: each story can be looked at and exported alone.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('salt.jsonl', smallStory);
  const body = 'At noon Maren came to Vell. Maren was a singer of the hills, and Soma heard her.';
  folder.write('hills.jsonl', `${JSON.stringify({ thread: 'Hills', body })}\n`);
  await run('import', 'salt.jsonl', 'hills.jsonl');
  const server = await openStoryServer();
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const annotate = (...argv: readonly string[]) => run('annotate', ...argv);
const ofHills = (...argv: readonly string[]) => annotate(...argv, '--corpus', 'hills');

it('AK4: search, status, recap and inspect keep to one story', async () => {
  expect((await annotate('search')).out.match(/entry \d/gu)).toHaveLength(4);
  const found = (await ofHills('search', 'somebody')).out;
  expect(found).toMatch(/^Maren /mu);
  // Soma is first named in the other story, but occurs in this story too.
  expect(found).toMatch(/^Soma /mu);
  expect(found).not.toMatch(/Quillon|Ondine/u);
  expect((await ofHills('search', 'came', '--in', 'story')).out).not.toContain('Quillon');
  const status = (await ofHills('status')).out;
  expect(status).toMatch(/Scenes\s+1 of 1 read/u);
  expect(status).not.toContain('salt:');
  expect((await ofHills('recap')).out).not.toMatch(/One|Two|Three/u);
  const refused = await ofHills('inspect', 'Quillon');
  expect(refused.error).toMatch(/^terrarium: The glossary has no entry "Quillon" that occurs in hills\./u);
  expect((await ofHills('inspect')).out).toMatch(/^hills: 2 entries, 4 scenes, 1 thread\./u);
  expect((await ofHills('ask', 'Who is Quillon?', '--model', 'builtin')).out).not.toContain('thief');
});

it('AK4: recap tells of one story in sentences of that story, and names the option that says another place', async () => {
  const { parts } = JSON.parse((await ofHills('recap', '--json')).out);
  expect(parts.map(({ first }: { first: { corpus: string } }) => first.corpus)).toEqual(['hills']);
  await annotate('place', 'before Three');
  const { out, error } = await annotate('recap');
  expect(`${out}${error}`).toContain('add --as-of end');
  await annotate('place', 'end');
  const [asked, older] = [
    await annotate('recap', '--as-of', 'before Three'),
    await annotate('recap', '--to', 'before Three'),
  ];
  expect(asked.out).toContain('As of the place you named (before Three)');
  expect(older.out).toBe(asked.out);
});

it('AK4: an export of one story is named and titled like it, and has its entries alone', async () => {
  const { entries, world } = JSON.parse((await ofHills('export', '--out', '-')).out);
  expect(entries.map(({ term }: { term: string }) => term).toSorted()).toEqual(['Maren', 'Soma']);
  expect(world).toBe('hills');
  await ofHills('export', '--format', 'wiki');
  await ofHills('export', '--ladder');
  const exports = join(folder.path, 'world/exports');
  expect(readdirSync(exports).toSorted()).toEqual(['world of hills-ladder', 'world of hills.html']);
  expect(readdirSync(join(exports, 'world of hills-ladder'))).toEqual([
    'hills (through thread 1).worldinfo.json',
  ]);
});

it('AK4: a story that the world does not have is refused', async () => {
  for (const what of ['search', 'status', 'recap', 'inspect', 'export']) {
    const refused = await annotate(what, '--corpus', 'valleys');
    expect(refused, what).toMatchObject({ exitCode: 2, out: '' });
    expect(refused.error).toContain('The world has no corpus "valleys".');
  }
});

it('SR1: status tells of a second reading whose changes nobody has taken over or thrown away', async () => {
  const head = {
    model: 'openai:tale',
    scenes: [2, 3],
    base: { step: 1, conversation: 1, entry: 1, revision: 1 },
  };
  const write = (isApplied: boolean) =>
    folder.write('world/second-reading/replies.jsonl', `${JSON.stringify({ ...head, isApplied })}\n`);
  mkdirSync(join(folder.path, 'world/second-reading'), { recursive: true });
  write(false);
  const { out } = await annotate('status');
  expect(out.replace(/\s+/gu, ' ')).toMatch(
    /A second reading of 2 scenes by openai:tale waits for you .*reread scene:2 scene:3/u,
  );
  write(true);
  expect((await annotate('status')).out).not.toContain('waits for you');
});
