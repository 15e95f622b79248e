// Speakers: a transcript is imported and read, and a person says whom its speakers play.

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer } from './support/small-story.ts';

let folder: Folder;
beforeAll(() => {
  folder = createFolder();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

const round = [
  'MATT: The old door is open. Jester, what do you do?',
  'LAURA: I go in, and I look around for the innkeeper.',
  'MATT: All right, Jester was born in the north. And what about Fjord?',
  'TRAVIS: Then Fjord follows her into the dark. I was a sailor.',
].join('\n');
const transcript = Array.from({ length: 8 }, () => `${JSON.stringify({ body: round })}\n`).join('');

it('CO31, GL24: an import proposes whom speakers play, and a person says it then or later', async () => {
  folder.write('table.jsonl', transcript);
  const imported = await run('import', 'table.jsonl', '--speaker', 'LAURA=Jester', '--speaker', 'LARA=x');
  expect(imported.out).toContain('3 speakers (terrarium annotate speakers): LAURA plays Jester.');
  expect(imported.out).toContain('If this is right, type: terrarium annotate speakers "TRAVIS=Fjord"');
  expect(imported.out).toContain(
    '! No speaker in the story is called LARA: what you said about them was not used.',
  );
  expect((await run('annotate', 'run')).exitCode).toBe(0);
  expect((await run('annotate', 'inspect', 'Jester')).out).toContain('also LAURA:');
  expect((await run('annotate', 'speakers', 'TRAVIS=Fjord', 'LAURA=')).out).toMatchInlineSnapshot(`
    "  MATT  16 lines
      LAURA  8 lines, plays nobody
      TRAVIS  8 lines, plays Fjord
      Changed in the glossary: Fjord, Jester.
    "
  `);
  expect((await run('annotate', 'inspect', 'Fjord')).out).toContain('also TRAVIS:');
  expect((await run('annotate', 'inspect', 'Jester')).out).not.toContain('also');
  expect((await run('annotate', 'verify')).exitCode).toBe(0);
});

it('CO31: what is not said of a speaker of the story is refused', async () => {
  expect((await run('annotate', 'speakers', 'LAURA')).error).toContain('[world.bad-speaker]');
  const unknown = await run('annotate', 'speakers', 'LAUR=Jester');
  expect(unknown).toMatchObject({ exitCode: 2 });
  expect(unknown.error).toContain(
    'Nobody speaks as "LAUR".\n  Did you mean "LAURA"? [world.unknown-speaker]',
  );
});

it('CO31: what a model proposes of a speaker waits for a person, who takes or refuses it', async () => {
  const table = createFolder();
  const at = (...argv: readonly string[]) => runTerrarium(argv, { cwd: table.path });
  const server = await openStoryServer({
    respond: ({ body }) => {
      const shown = body.messages.at(-1);
      if (!String(shown?.content).includes('Jester was born') || shown?.role !== 'user')
        return { text: 'Nothing new.' };
      const create = (term: string, label: string) => ({
        name: 'glossary_create',
        arguments: {
          term,
          definition: 'One of those who go into the dark.',
          tags: ['character'],
          aliases: [label],
          evidence: [{ post_id: 1, quote: term }],
        },
      });
      return { calls: [create('Jester', 'LAURA'), create('Fjord', 'TRAVIS:')] };
    },
  });
  onTestFinished(async () => {
    await server.close();
    table.remove();
  });
  table.write('table.jsonl', transcript);
  await at('import', 'table.jsonl');
  await at('annotate', 'run', '--limit', '1', '--model', 'openai:story', '--base-url', server.baseUrl);
  expect((await at('annotate', 'speakers')).out).toContain(
    'LAURA  8 lines, plays Jester according to the model that read the story',
  );
  const decided = await at('annotate', 'speakers', 'LAURA=Jester', 'TRAVIS=');
  expect(decided.out).toContain('LAURA  8 lines, plays Jester\n');
  expect(decided.out).toContain('TRAVIS  8 lines, plays nobody\n');
  expect(decided.out).not.toContain('says the model');
  expect((await at('annotate', 'inspect', 'Jester')).out).toContain('also LAURA:');
  expect((await at('annotate', 'verify')).exitCode).toBe(0);
});

it('CO31, RN31: nothing of a speaker is shown from behind the place of the reader, and status counts who waits', async () => {
  const table = createFolder();
  const at = (...argv: readonly string[]) => runTerrarium(argv, { cwd: table.path });
  const server = await openStoryServer({
    respond: ({ body }) => {
      const shown = String(body.messages.findLast(({ role }) => role === 'user')?.content);
      if (body.messages.at(-1)?.role !== 'user') return { text: 'Nothing new.' };
      const [term, label] = shown.includes('Second') ? ['Fjord', 'TRAVIS:'] : ['Jester', 'LAURA:'];
      const post = Number(/<post id="(\d+)"/u.exec(shown)?.[1]);
      const create = {
        term,
        definition: 'One of those who go into the dark.',
        tags: ['character'],
        aliases: [label],
        evidence: [{ post_id: post, quote: term }],
      };
      return { calls: [{ name: 'glossary_create', arguments: create }] };
    },
  });
  onTestFinished(async () => {
    await server.close();
    table.remove();
  });
  const posts = ['First', 'Second'].flatMap((thread) =>
    Array.from({ length: 4 }, () => JSON.stringify({ thread, body: round })),
  );
  table.write('table.jsonl', `${posts.join('\n')}\n`);
  await at('import', 'table.jsonl');
  await at('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl);
  const all = await at('annotate', 'speakers');
  expect(all.out).toContain('plays Jester according to the model that read the story');
  expect(all.out).toContain('plays Fjord according to the model that read the story');
  expect((await at('annotate', 'status')).out).toMatch(
    /^ *Speakers +2 speakers for whom the model proposes a character/mu,
  );
  await at('annotate', 'place', 'thread:1');
  const early = await at('annotate', 'speakers');
  expect(early.out).toContain('plays Jester according to the model that read the story');
  expect(early.out).not.toContain('Fjord');
  expect((await at('annotate', 'status')).out).toMatch(
    /^ *Speakers +1 speaker for whom the model proposes/mu,
  );
  await at('annotate', 'speakers', 'LAURA=Jester');
  expect((await at('annotate', 'status')).out).not.toMatch(/^ *Speakers/mu);
});
