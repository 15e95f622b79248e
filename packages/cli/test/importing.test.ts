// Tests importing a book, importing a story that may not belong to the world, and a disk that refuses new folders.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEpub } from '@terrarium/annotator/testing/build-epub';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(() => {
  folder = createFolder();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

const book = [
  { part: 'Part One', title: 'Ebb', paragraphs: ['Soma went down to the water.', 'It was high.'] },
  { part: 'Part Two', title: 'Flow', paragraphs: ['Vell stayed.', 'Nothing moved.'] },
];

it('reads an EPUB, calls the world what the book calls itself, and says what was left out', async () => {
  writeFileSync(join(folder.path, 'pg1.epub'), buildEpub('ebookmaker', book));
  const said = await run('import', 'pg1.epub', '--world', 'book');
  expect(said).toMatchObject({ exitCode: 0, error: '' });
  expect(said.out.replaceAll(folder.path, '')).toMatchInlineSnapshot(`
    "Imported The Tide as corpus "pg1".
      2 posts; 2 threads; 13 words
        Part One · Ebb
        Part Two · Flow
      read as EPUB, utf-8
      ! Left out: what Project Gutenberg prints around a book (39 words), a table of
        contents (1 word), a title page (9 words).
      ! A picture was left out.

    World: /book
    Next:  terrarium read --world book
    "
  `);
  expect((await run('annotate', 'status', '--world', 'book')).out).toMatch(/^The Tide: 1 corpus/);
});

it.runIf(existsSync('/proc/self'))('says so at once where the file system takes no folders', async () => {
  folder.write('e.jsonl', smallStory);
  const said = await run('import', 'e.jsonl', '--world', '/proc/terrarium');
  expect(said.exitCode).toBe(5);
  expect(said.error).toMatch(/\/proc\/terrarium cannot be made/);
});

const cast = 'Soma Vell Orrin Thrift Maren Tolly Brisk Hallow Aldis Corvane Tarn Elsmere Wick Ashby Dunholt';
const others = cast.replace(/\w+/gu, (name) => `Un${name.toLowerCase()}`);

function writeStory(title: string, names: string): string {
  const line = (part: number) => ({
    thread: `${title} #${part}`,
    body: names
      .split(' ')
      .map((name) => `They saw ${name} in part ${part}, and nobody but ${name} came.`)
      .join(' '),
  });
  return folder.write(
    `${title}.jsonl`,
    [line(1), line(2)].map((post) => `${JSON.stringify(post)}\n`).join(''),
  );
}

it('CO28, CO29: refuses another story, unless it is said to belong here; a part of the same one passes', async () => {
  const salt = writeStory('Salt Road', cast);
  const tide = writeStory('Ebb and Flow', others);
  const part = writeStory('The Second Book', `${cast} Quillon Ondine`);
  await run('import', salt, '--world', 'shared');
  const refused = await run('import', tide, '--world', 'shared');
  expect(refused.exitCode).toBe(2);
  expect(refused.error).toContain(
    '"Ebb and Flow" seems to be a different story from "Salt Road", which this world has',
  );
  expect(refused.error).toMatch(
    /--world DIR; or, if it belongs here, add --same-world\. Nothing was imported\./,
  );
  expect((await run('import', part, '--world', 'shared')).out).not.toContain('hardly any names');
  const tried = await run('import', tide, '--world', 'shared', '--dry-run');
  expect(tried.out).toContain('It has hardly any names in common with what this world has.');
  const said = await run('import', tide, '--world', 'shared', '--same-world', '--json');
  expect(JSON.parse(said.out)).toMatchObject([{ status: 'added', isUnrelated: true }]);
  const both = await run('import', salt, tide, '--world', 'both');
  expect(both.error).toMatch(/None of the 2 files was imported\. \[import\.other-story\]/);
  expect(existsSync(join(folder.path, 'both'))).toBe(false);
});

it.each([
  ['n\r', 'here', 'here'],
  ['\r', 'mine', 'ebb-and-flow'],
])('CO28: asks at a terminal, where a world of its own is the default (%j)', async (keys, world, dir) => {
  const salt = writeStory('Salt Road', cast);
  const tide = writeStory('Ebb and Flow', others);
  await run('import', salt, '--world', world);
  const terminal = openTerminal(['import', tide, '--world', world], { cwd: folder.path });
  await terminal.waitFor('Import it into a world of its own, ebb-and-flow? [Y/n] ');
  terminal.press(keys);
  expect(await terminal.ended).toBe(0);
  const status = await run('annotate', 'status', '--world', dir);
  expect(status.out).toContain(dir === world ? '2 corpora' : 'Ebb and Flow: 1 corpus');
});
