// Files that are not a story, or contain a broken one: what an import says, and that the world stays unchanged.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { buildZip } from '@terrarium/annotator/testing/build-zip';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type BrokenStory, createBrokenStory, readEntries, readOn } from '../support/broken-story.ts';
import { runTerrarium } from '../support/run-terrarium.ts';

let story: BrokenStory;
beforeAll(async () => {
  story = await createBrokenStory();
});
afterAll(() => story.template.remove());

interface BadFile {
  readonly name: string;
  /** The contents of the file at the path; if undefined, there is no file. */
  readonly content?: string | Buffer | ((path: string) => void);
  readonly exitCode?: number;
}

const lines = '{"body":"Soma was there."}\n{"body":';
const kindOfBook = { name: 'mimetype', content: 'application/epub+zip', isStored: true };

const badFiles: Readonly<Record<string, BadFile>> = {
  'is not there': {
    name: 'stroy.jsonl',
  },
  'is a folder': { name: 'folder', content: mkdirSync },
  'is empty': { name: 'empty.txt', content: '' },
  'holds white space alone': {
    name: 'blank.txt',
    content: ' \n\n\t\n',
  },
  'is cut off in a line': {
    name: 'cut.jsonl',
    content: lines,
  },
  'has lines without a body': {
    name: 'other.jsonl',
    content: '{"text":"Soma was there."}\n',
  },
  'has the same id twice': {
    name: 'twice.jsonl',
    content: '{"id":1,"body":"x"}\n{"id":1,"body":"y"}\n',
  },
  'is in Windows Latin-1': {
    name: 'latin.jsonl',
    content: Buffer.from('{"body":"In the café."}\n', 'latin1'),
  },
  'is in UTF-16': {
    name: 'wide.jsonl',
    content: Buffer.from(`\u{feff}${lines}`, 'utf16le'),
  },
  'is one JSON document': {
    name: 'list.json',
    content: '[{"body":"x"}]',
  },
  'is no text': {
    name: 'noise.txt',
    content: Buffer.from([7, 0, 255, 3, 0, 1]),
  },
  'is packed': {
    name: 'story.gz',
    content: gzipSync('Soma was there.'),
  },
  'is an archive': {
    name: 'story.zip',
    content: (path) => writeFileSync(path, buildZip([{ name: 'a.txt', content: 'Soma was there.' }])),
  },
  'is a zip bomb': {
    name: 'bomb.epub',
    content: (path) => writeFileSync(path, buildBook(Buffer.alloc(96 << 20, 'Soma '))),
  },
  'is a book that was cut off': {
    name: 'half.epub',
    content: (path) => writeFileSync(path, buildBook('<p>Soma was there.</p>').subarray(0, -90)),
  },
  'is a book without a reading order': {
    name: 'loose.epub',
    content: (path) =>
      writeFileSync(path, buildZip([kindOfBook, { name: 'a.xhtml', content: '<p>Soma.</p>' }])),
  },
  'is a SQLite file of something else': {
    name: 'photos.db',
    content: (path) => createDatabase(path, 'CREATE TABLE photo (id)'),
  },
  'is a SQLite file that was cut off': {
    name: 'cut.db',
    content: (path) => {
      createDatabase(path, 'CREATE TABLE thread (id, title)');
      writeFileSync(path, readFileSync(path).subarray(0, 2_000));
    },
    exitCode: 5,
  },
};

it('a file that is no story is told of with what to do, and the world stays as it was', async ({
  expect,
  onTestFinished,
}) => {
  const told: string[] = [];
  for (const [what, bad] of Object.entries(badFiles)) {
    const cwd = story.copy(onTestFinished);
    const path = join(cwd, bad.name);
    if (typeof bad.content === 'function') bad.content(path);
    else if (bad.content !== undefined) writeFileSync(path, bad.content);
    const before = listWorld(cwd);
    const said = await runTerrarium(['import', bad.name], { cwd });
    expect(said, what).toMatchObject({ exitCode: bad.exitCode ?? 2, out: '' });
    expect(listWorld(cwd), what).toEqual(before);
    told.push(`== ${what}`, said.error.replaceAll(cwd, '…'));
  }
  await expect(told.join('\n')).toMatchFileSnapshot('../transcripts/bad-input/stories.txt');
});

function listWorld(cwd: string): readonly string[] {
  return readdirSync(join(cwd, 'world'), { recursive: true, encoding: 'utf8' }).sort();
}

function createDatabase(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('a world beside all that', () => {
  it('reads on, takes the story again for known, and keeps a second one apart', async ({
    expect,
    onTestFinished,
  }) => {
    const cwd = story.copy(onTestFinished);
    const again = await runTerrarium(['import', 'story.jsonl'], { cwd });
    expect(again).toMatchObject({ exitCode: 0, error: '' });
    expect(again.out).toContain('Known already');
    expect((await runTerrarium(['import', 'nothing.txt'], { cwd })).exitCode).toBe(2);
    expect(await readOn(cwd)).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});

/** Builds an EPUB with one chapter. */
function buildBook(chapter: string | Buffer): Buffer {
  const container =
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
  const book =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>';
  return buildZip([
    kindOfBook,
    { name: 'META-INF/container.xml', content: container },
    { name: 'book.opf', content: book },
    { name: 'one.xhtml', content: chapter },
  ]);
}
