// Importing: what a person is told of a file, and that a bad one leaves nothing behind.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEpub } from '@terrarium/annotator/testing/build-epub';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(() => {
  folder = createFolder();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

describe('import', () => {
  it('makes ./world, reports what came in, names unknown keys once, and says what to type next', async () => {
    const withKey = smallStory.replaceAll('{"thread"', '{"mood":"grim","thread"');
    const said = await run('import', folder.write('salt.jsonl', withKey), '--title', 'The Salt Road');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out.replaceAll(folder.path, '')).toMatchInlineSnapshot(`
      "Imported The Salt Road as corpus "the-salt-road".
        3 posts; 3 threads; 41 words
        read as JSON lines, utf-8
        ! Keys that mean nothing here: mood.

      World: /world
      Next:  terrarium annotate run
      "
    `);
  });

  it('knows a file that is there already, and takes several at once', async () => {
    folder.write('a.txt', `Chapter 1\n\n${'The gate of Vell stood open. '.repeat(40)}\n`);
    const first = await run('import', 'a.txt', '--world', 'several');
    expect(first.exitCode).toBe(0);
    folder.write('b.jsonl', smallStory);
    const said = await run('import', 'a.txt', 'b.jsonl', '--world', 'several');
    expect(said.exitCode).toBe(0);
    expect(said.out).toContain('Known already: a is corpus "a". Nothing was changed.');
    expect(said.out).toContain('Imported b as corpus "b".');
    expect(said.out).toContain('Next:  terrarium annotate run --world several');
  });

  it('CO14: calls a world what a person says, from its first story on or later, else like that story', async () => {
    folder.write('ebbing.txt', 'The gate of Vell stood open.');
    folder.write('rising.txt', 'The water was high.');
    const readTitle = () => JSON.parse(readFileSync(join(folder.path, 'tidal/world.json'), 'utf8')).title;
    const first = await run('import', 'ebbing.txt', '--world', 'tidal', '--world-title', ' All Tides ');
    expect(first.out).toContain('Imported ebbing as corpus "ebbing".');
    expect(first.out).toMatch(/World: .*tidal \(All Tides\)/);
    expect(readTitle()).toBe('All Tides');
    await run('import', 'rising.txt', '--world', 'tidal');
    expect(readTitle()).toBe('All Tides');
    const again = await run('import', 'rising.txt', '--world', 'tidal', '--world-title', 'Tides');
    expect(again.out).toContain('Known already');
    expect(readTitle()).toBe('Tides');
    expect((await run('annotate', 'status', '--world', 'tidal')).out).toMatch(/^Tides: 2 corpora/);
  });

  it('warns of another story by the same name, and tells both apart', async () => {
    folder.write('tale.jsonl', smallStory);
    const first = await run('import', 'tale.jsonl', '--world', 'twice');
    expect(first.out).not.toContain('already');
    folder.write('tale.jsonl', smallStory.replaceAll('.', '!'));
    const said = await run('import', 'tale.jsonl', '--world', 'twice');
    const text = said.out.replace(/\s+/g, ' ');
    expect(text).toContain('Imported tale as corpus "tale-2".');
    expect(text).toContain('This world holds a story of that name already, as corpus "tale"');
    expect(text).toContain('import it into another world, with --world DIR');
    expect((await run('annotate', 'status', '--world', 'twice')).out).toContain(
      'tale (tale)\n  tale-2 (tale)\n',
    );
    await run('annotate', 'run', '--world', 'twice');
    const status = (await run('annotate', 'status', '--world', 'twice')).out;
    expect(status).toMatch(/tale: 3 story posts/);
    expect(status).toMatch(/tale-2 \(tale\): 3 story posts/);
  });

  it('gives a program one JSON value', async () => {
    const said = await run('import', folder.write('c.jsonl', smallStory), '--world', 'json', '--json');
    expect(JSON.parse(said.out)).toMatchObject([{ status: 'added', report: { posts: 3, threads: 3 } }]);
  });

  it('imports all files or none, and says so', async () => {
    folder.write('good.txt', 'Soma went down to the water.');
    folder.write('broken-one.jsonl', '{"body":"fine"}\n{"body":\n');
    const fresh = await run('import', 'good.txt', 'broken-one.jsonl', '--world', 'none-of-two');
    expect(fresh).toMatchObject({ exitCode: 2, out: '' });
    expect(fresh.error.replace(/\s+/g, ' ')).toContain('None of the 2 files was imported.');
    expect(existsSync(join(folder.path, 'none-of-two'))).toBe(false);
    folder.write('before.txt', 'Vell stayed behind the gate.');
    await run('import', 'before.txt', '--world', 'one-before');
    const held = await run('import', 'good.txt', 'nothing.txt', '--world', 'one-before');
    expect(held.error.replace(/\s+/g, ' ')).toContain('There is no file nothing.txt');
    expect(readdirSync(join(folder.path, 'one-before', 'corpora'))).toEqual(['before.db']);
    expect((await run('annotate', 'status', '--world', 'one-before')).out).not.toContain('good');
  });

  it('takes files that are numbered chapters as one story, by their numbers', async () => {
    const chapter = (count: number) => `Chapter ${count}\n\n${'The gate of Vell stood open. '.repeat(10)}\n`;
    mkdirSync(join(folder.path, 'The Salt Gate'));
    const names = [10, 2, 1].map((count) => `The Salt Gate/ch${count}.txt`);
    for (const [at, name] of names.entries()) folder.write(name, chapter([10, 2, 1][at] ?? 0));
    const said = await run('import', ...names, '--world', 'series', '--json');
    expect(JSON.parse(said.out)).toMatchObject([
      { status: 'added', corpus: { title: 'The Salt Gate' }, report: { threads: 3, warnings: [] } },
    ]);
    const again = await run('import', ...names, '--world', 'series');
    expect(again.out).toContain('Known already');
    const status = await run('annotate', 'status', '--world', 'series');
    expect(status.out).toMatch(/^The Salt Gate: 1 corpus/);
    const here = { cwd: join(folder.path, 'The Salt Gate') };
    const inside = await runTerrarium(['import', 'ch1.txt', 'ch2.txt', '--world', '../inside'], here);
    expect(inside.out).toContain('Imported The Salt Gate as corpus "the-salt-gate".');
    folder.write('ebb.txt', chapter(1));
    folder.write('flow.html', `<h1>The Flow</h1><p>${'The water was high. '.repeat(10)}</p>`);
    const one = await run(
      'import',
      'ebb.txt',
      'flow.html',
      '--as-one',
      '--title',
      'Tides',
      '--world',
      'tides',
    );
    expect(one.out).toContain('Imported Tides as corpus "tides".');
    expect(one.out).toContain('2 threads');
  });

  it('is cut short without a trace: what a kill leaves of a new world is no world, and the next import clears it', async () => {
    mkdirSync(join(folder.path, 'cut', 'corpora'), { recursive: true });
    folder.write('cut/corpora/a.db.importing-0', 'half');
    folder.write('after.txt', 'Vell stayed behind the gate.');
    const looked = await run('annotate', 'status', '--world', 'cut');
    expect(looked.error.replace(/\s+/g, ' ')).toContain('There is no world in');
    expect((await run('import', 'after.txt', '--world', 'cut')).exitCode).toBe(0);
    expect(readdirSync(join(folder.path, 'cut', 'corpora'))).toEqual(['after.db']);
  });

  it('refuses one title for two files', async () => {
    const said = await run('import', 'a', 'b', '--title', 'x');
    expect(said.exitCode).toBe(2);
    expect(said.error).toContain('--title names one story');
  });
});

describe('importing books', () => {
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

  it.each([
    ['a zip bomb', 'bomb.epub', /looks like a zip bomb: EPUB\/text\/ch001\.xhtml unpacks to more than 4 MB/],
    ['a book that is cut off', 'cut.epub', /cut\.epub is cut off or damaged\.\s+Fetch or copy it again/],
    ['a book locked by DRM', 'locked.epub', /is protected by DRM[\s\S]*copy without DRM/],
    ['a PDF', 'book.pdf', /looks like a PDF\.\s+Convert it to EPUB or plain text first/],
    ['a text in another encoding', 'koi8.txt', /neither UTF-8 nor UTF-16[\s\S]*Save it as UTF-8/],
  ])('refuses %s, and leaves no world behind', async (_what, file, message) => {
    const page = { name: 'EPUB/text/ch001.xhtml', content: new Uint8Array(5_000_000) };
    const lock = '<e><EncryptionMethod Algorithm="aes"/><CipherReference URI="EPUB/text/ch001.xhtml"/></e>';
    const files: Readonly<Record<string, Uint8Array>> = {
      'bomb.epub': buildEpub('pandoc', book, [page]),
      'cut.epub': buildEpub('pandoc', book).subarray(0, 900),
      'locked.epub': buildEpub('pandoc', book, [{ name: 'META-INF/encryption.xml', content: lock }]),
      'book.pdf': Buffer.from('%PDF-1.4 and so on'),
      'koi8.txt': Buffer.from('Вода была высокой.').map((byte) => 0xc0 + (byte % 0x40)),
    };
    writeFileSync(join(folder.path, file), files[file] ?? '');
    const said = await run('import', file, '--world', 'unborn');
    expect(said.exitCode).toBe(2);
    expect(said.error).toMatch(message);
    expect(said.error).toContain('Nothing was imported.');
    expect(existsSync(join(folder.path, 'unborn'))).toBe(false);
  });
});

describe('what cannot be imported', () => {
  it.each([
    ['a file that is not there', 'nothing.txt', /There is no file nothing\.txt/],
    ['a folder', '.', /is a folder/],
    ['broken JSON lines', 'broken.jsonl', /line 2/i],
  ])('leaves no world behind for %s', async (_what, file, message) => {
    folder.write('broken.jsonl', '{"body":"fine"}\n{"body":\n');
    const said = await run('import', file, '--world', 'unborn');
    expect(said.exitCode).toBe(2);
    expect(said.error).toMatch(message);
    expect(existsSync(join(folder.path, 'unborn'))).toBe(false);
  });

  it('leaves what else lies in the folder', async () => {
    mkdirSync(join(folder.path, 'mine'));
    folder.write('mine/notes.md', 'mine');
    const said = await run('import', 'nothing.txt', '--world', 'mine');
    expect(said.exitCode).toBe(2);
    expect(readdirSync(join(folder.path, 'mine'))).toEqual(['notes.md']);
  });

  it('says which folder cannot be made', async () => {
    folder.write('file', 'x');
    folder.write('d.jsonl', smallStory);
    const said = await run('import', 'd.jsonl', '--world', 'file/world');
    expect(said.exitCode).toBe(5);
    expect(said.error).toMatch(/file\/world cannot be made/);
  });

  it.runIf(existsSync('/proc/self'))('says so at once where the file system takes no folders', async () => {
    folder.write('e.jsonl', smallStory);
    const said = await run('import', 'e.jsonl', '--world', '/proc/terrarium');
    expect(said.exitCode).toBe(5);
    expect(said.error).toMatch(/\/proc\/terrarium cannot be made/);
  });
});
