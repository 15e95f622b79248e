// Speakers: a transcript is imported, read, and told whom its speakers play.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

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
  expect(imported.out).toContain('If it is so, say: terrarium annotate speakers "TRAVIS=Fjord"');
  expect(imported.out).toContain('! Nobody speaks as LARA: that was left out.');
  expect((await run('annotate', 'run')).exitCode).toBe(0);
  expect((await run('annotate', 'inspect', 'Jester')).out).toContain('also LAURA:');
  expect((await run('annotate', 'speakers', 'TRAVIS=Fjord', 'LAURA=')).out).toMatchInlineSnapshot(`
    "  MATT  16 lines
      LAURA  8 lines, may play Jester
      TRAVIS  8 lines, plays Fjord
      If it is so, say: terrarium annotate speakers "LAURA=Jester"
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
