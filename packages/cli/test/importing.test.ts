// Importing: a book, and a file system that takes no folders.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEpub } from '@terrarium/annotator/testing/build-epub';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
    Next:  terrarium annotate run --world book
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
