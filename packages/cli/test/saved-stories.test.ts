// Tests saved stories: what a person is told about pages from known sites; texts that are kept apart are shown to no model.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildArchivedThread, buildBoardThread } from '@terrarium/annotator/testing/saved-threads';
import { renderArchiveDownload, renderRoyalRoad } from '@terrarium/annotator/testing/site-pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeAll(() => {
  folder = createFolder();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const long = 'The water went out over the flats and nobody on the wall saw it go. '.repeat(4).trim();
const chapters = [1, 2].map((number) => ({
  title: `Chapter ${number}: Tide`,
  paragraphs: [`Asa Merrow went down to Port Merrow. ${long}`, 'Asa Merrow came back.'],
}));

describe('import of saved stories', () => {
  it('CO23: says what is kept apart, shows it, and no reader meets it', async () => {
    const page = renderArchiveDownload(chapters).replaceAll('SUMMARY', 'Vesper Quill dies: a summary');
    const said = await run('import', folder.write('work.html', page), '--world', 'ao3');
    expect(said.out).toContain('read as a download from Archive of Our Own, utf-8');
    expect(said.out.replace(/\s+/gu, ' ')).toContain(
      "Kept apart, not read as story: 3 texts about the story, 3 summaries, 3 author's notes, 3 end notes (124 words). To see it: terrarium inspect apart --world ao3",
    );
    const shown = await run('annotate', 'inspect', 'apart', '--world', 'ao3');
    expect(shown.out).toContain('summary  work, Chapter 1: Tide\n  Chapter Summary\n  Vesper Quill dies');
    expect((await run('annotate', 'run', '--model', 'builtin', '--world', 'ao3')).exitCode).toBe(0);
    expect((await run('annotate', 'export', '--format', 'json', '--world', 'ao3')).exitCode).toBe(0);
    const exported = readFileSync(join(folder.path, 'ao3', 'exports', 'ao3.json'), 'utf8');
    expect(exported).toContain('Merrow');
    expect(exported).not.toMatch(/Vesper|NOTE|AFTER/u);
    const early = await run('annotate', 'inspect', 'apart', '--world', 'ao3', '--as-of', 'chapter:1');
    expect(early).toMatchObject({ exitCode: 2, out: '' });
    expect(early.error).toContain('[cli.apart-tells-all]');
  });

  it('CO23: chapters of Royal Road in files of their own are one story with its own name', async () => {
    const files = chapters.map((chapter, at) => folder.write(`ch${at + 1}.html`, renderRoyalRoad(chapter)));
    const said = await run('import', ...files, '--world', 'rr');
    expect(said.out).toContain('Imported The Tide as corpus');
    expect(said.out.replace(/\s+/gu, ' ')).toContain("4 author's notes, 2 hidden lines");
  });

  it('CO25: threads of a board are one story, and the same thread saved later grows it', async () => {
    const teller = { name: 'Keeper', trip: '!Tide.1' };
    const thread = (number: number) => [
      {
        id: number,
        ...teller,
        subject: `Merrow Quest #${number / 100}`,
        text: `Asa Merrow went down. ${long}`,
      },
      { id: number + 1, text: '>run' },
      { id: number + 2, ...teller, text: `Asa Merrow ran. ${long}` },
    ];
    const files = [
      folder.write('100.json', JSON.stringify(buildBoardThread(thread(100)))),
      folder.write('200.json', JSON.stringify(buildArchivedThread(thread(200)), undefined, 2)),
    ];
    const said = await run('import', ...files, '--world', 'quest');
    expect(said.out).toContain('Imported Merrow Quest as corpus');
    expect(said.out).toContain('  6 posts, 4 of them story; 2 threads;');
    expect(said.out).toContain('The posts of Keeper !Tide.1, who opened');
    const more = [
      ...thread(200),
      { id: 203, ...teller, text: 'Nothing more was seen of the flats that day.' },
    ];
    folder.write('200.json', JSON.stringify(buildArchivedThread(more)));
    const again = await run('import', ...files, '--world', 'quest');
    expect(again.out).toContain('has grown: 1 new post');
  });
});
