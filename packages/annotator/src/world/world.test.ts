// Proves that a world lists what is in it, loses nothing, and is never mistaken for an empty world.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { describe, expect, it } from 'vitest';
import { writeForeignCorpus } from '../../test/foreign-corpus-store.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test/temporary-folder.ts';
import { type AddedCorpus, addCorpora, addCorpus } from './add-corpus.ts';
import { openImportLock } from './open-run-lock.ts';
import { createWorld, openWorld, openWorldCorpus } from './open-world.ts';
import { setTitle } from './set-title.ts';
import { chooseCorpusName, findWorld } from './world-file.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 2), monotonic: () => 0, sleep: async () => undefined };

function createTestWorld(): { readonly folder: TemporaryFolder; readonly dir: string } {
  const folder = createTemporaryFolder();
  const { dir } = createWorld({ dir: folder.path('world'), title: 'Test', clock });
  return { folder, dir };
}

function expectAdded(added: AddedCorpus): Extract<AddedCorpus, { status: 'added' }> {
  if (added.status !== 'added') throw new Error('The corpus was known already.');
  return added;
}

describe('a world', () => {
  it('CO14: is a folder with a world.json, and opens as it was made', async () => {
    const { folder, dir } = createTestWorld();
    const path = folder.write('My Story.txt', 'Once upon a time.');
    const added = expectAdded(await addCorpus(openWorld(dir), { path }));
    expect(added.corpus).toMatchObject({
      name: 'my-story',
      title: 'My Story',
      kind: 'imported',
      source: path,
    });
    expect(added.report).toMatchObject({ posts: 1, words: 4 });
    expect(openWorld(dir)).toEqual(added.world);
    expect(readdirSync(dir).toSorted()).toEqual(
      ['corpora', 'exports', 'import.lock.db', 'logs', 'world.json'].toSorted(),
    );
    expect(JSON.parse(readFileSync(join(dir, 'world.json'), 'utf8'))).toMatchObject({
      title: 'Test',
      created_at: '2026-01-02T00:00:00.000Z',
      format: 1,
      corpora: [{ name: 'my-story', path: 'corpora/my-story.db', kind: 'imported', source: path }],
    });
    const corpus = openWorldCorpus(added.world);
    expect([corpus.name, corpus.countPosts()]).toEqual(['my-story', 1]);
    corpus.close();
  });

  it('CO14: may be moved to another place', async () => {
    const { folder, dir } = createTestWorld();
    await addCorpus(openWorld(dir), { path: folder.write('a.txt', 'Once.') });
    renameSync(dir, folder.path('elsewhere'));
    const corpus = openWorldCorpus(openWorld(folder.path('elsewhere')));
    expect(corpus.countPosts()).toBe(1);
    corpus.close();
  });

  it('CO14: the same file is recognised the second time, under any name', async () => {
    const { folder, dir } = createTestWorld();
    const first = expectAdded(await addCorpus(openWorld(dir), { path: folder.write('a.txt', 'Once.') }));
    const again = await addCorpus(first.world, { path: folder.write('b.txt', 'Once.'), title: 'Other' });
    expect(again).toMatchObject({ status: 'known', corpus: { name: 'a' } });
    const other = expectAdded(
      await addCorpus(first.world, { path: folder.write('c.txt', 'Twice.'), title: 'A' }),
    );
    expect(other.world.corpora.map(({ name }) => name)).toEqual(['a', 'a-2']);
    expect(() => openWorldCorpus(other.world)).toThrow(/several corpora.*a, a-2/);
    expect(() => openWorldCorpus(other.world, 'b')).toThrow(/no corpus "b".*a, a-2/);
  });

  it('CO14: a quest file is linked, and its loss is reported; --copy keeps the story', async () => {
    const { folder, dir } = createTestWorld();
    const path = folder.path('quest.db');
    writeForeignCorpus(path, [{ id: 1, threadId: 1 }]);
    const linked = expectAdded(await addCorpus(openWorld(dir), { path }));
    expect(linked.corpus).toMatchObject({ kind: 'linked', path });
    const other = createWorld({ dir: folder.path('other'), clock });
    const copied = expectAdded(await addCorpus(other, { path, isCopy: true }));
    expect(copied.corpus.kind).toBe('copied');
    rmSync(path);
    expect(() => openWorldCorpus(linked.world)).toThrow(/was linked from .* is not there/);
    openWorldCorpus(copied.world).close();
  });

  it('CO14: a linked file that moved, or is now to be copied, keeps its name', async () => {
    const { folder, dir } = createTestWorld();
    const path = folder.path('quest.db');
    writeForeignCorpus(path, [{ id: 1, threadId: 1 }]);
    const { world } = expectAdded(await addCorpus(openWorld(dir), { path }));
    expect((await addCorpus(world, { path })).status).toBe('known');
    renameSync(path, folder.path('moved.db'));
    const moved = await addCorpus(world, { path: folder.path('moved.db') });
    expect(moved).toMatchObject({
      status: 'moved',
      corpus: { name: 'quest', path: folder.path('moved.db') },
    });
    const copied = await addCorpus(moved.world, { path: folder.path('moved.db'), isCopy: true });
    expect(copied).toMatchObject({ status: 'moved', corpus: { name: 'quest', kind: 'copied' } });
    rmSync(folder.path('moved.db'));
    openWorldCorpus(openWorld(dir)).close();
  });

  it('CO10: a refused file leaves the world as it was, and a draft left by a kill is cleared', async () => {
    const { folder, dir } = createTestWorld();
    const before = readFileSync(join(dir, 'world.json'), 'utf8');
    writeFileSync(join(dir, 'corpora', 'x.db.importing-12-wal'), 'half');
    const bad = folder.write('bad.jsonl', '{"body": "fine"}\n{"body":');
    await expect(addCorpus(openWorld(dir), { path: bad })).rejects.toThrow(/Line 2/);
    expect(readFileSync(join(dir, 'world.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(dir, 'corpora'))).toEqual([]);
  });

  it('CO14: only one import runs at a time', async () => {
    const { folder, dir } = createTestWorld();
    const lock = openImportLock(openWorld(dir));
    const path = folder.write('a.txt', 'Once.');
    await expect(addCorpus(openWorld(dir), { path })).rejects.toThrow(/Another import .*process \d+/);
    lock.close();
    expect((await addCorpus(openWorld(dir), { path })).status).toBe('added');
  });

  it.each([
    ['', /not JSON/],
    ['{"title": "x"', /not JSON/],
    ['{}', /garbled at "title"/],
    [
      '{"title": "x", "created_at": "2026-01-02T00:00:00.000Z", "format": 2, "corpora": {}}',
      /newer Terrarium/,
    ],
    [
      '{"title":"x","created_at":"2026-01-02T00:00:00.000Z","format":1,"corpora":[{"name":"a","title":"A","path":"../../etc/x.db","kind":"copied","source":"","source_hash":""}]}',
      /garbled at "corpora.0"/,
    ],
  ])('CO14: a world.json like %j is an error, never an empty world', (text, message) => {
    const { dir } = createTestWorld();
    writeFileSync(join(dir, 'world.json'), text);
    expect(() => openWorld(dir)).toThrow(message);
    expect(() => createWorld({ dir, clock })).toThrow(message);
  });

  it('CO14: a folder with databases and no world.json is damaged; any other is no world', () => {
    const { folder, dir } = createTestWorld();
    rmSync(join(dir, 'world.json'));
    writeFileSync(join(dir, 'corpora', 'x.db.importing-12'), 'half');
    expect(findWorld(dir)).toBeUndefined();
    writeFileSync(join(dir, 'corpora', 'x.db'), 'whole');
    expect(() => findWorld(dir)).toThrow(/holds corpora but no world.json/);
    expect(findWorld(folder.path('none'))).toBeUndefined();
    expect(() => openWorld(folder.path('none'))).toThrow(/terrarium import FILE/);
    expect(() => createWorld({ dir: folder.write('file', ''), clock })).toThrow(/is a file, not a folder/);
    expect(() => createWorld({ dir: join(folder.path('file'), 'x'), clock })).toThrow(/cannot be made/);
    mkdirSync(folder.path('plain'));
    expect(createWorld({ dir: folder.path('plain'), clock }).title).toBe('plain');
    expect(() => createWorld({ dir: folder.path('plain'), clock })).toThrow(/a world in .* already/);
  });

  it('CO33: a world and its stories get other titles, and a refused title changes nothing', async () => {
    const { folder, dir } = createTestWorld();
    setTitle(dir, { title: ' muehle ' });
    const path = folder.write('muehle.txt', 'Once.');
    await addCorpus(openWorld(dir), { path });
    const list = () => [openWorld(dir), ...openWorld(dir).corpora].map(({ title }) => title);
    expect(setTitle(dir, { title: ' The Mill ' })).toEqual([
      { corpus: undefined, was: 'muehle', title: 'The Mill' },
      { corpus: 'muehle', was: 'muehle', title: 'The Mill' },
    ]);
    expect(setTitle(dir, { title: 'The Mill' })).toEqual([]);
    setTitle(dir, { title: 'The Water Mill', corpus: 'muehle' });
    setTitle(dir, { title: 'Mills' });
    expect(list()).toEqual(['Mills', 'The Water Mill']);
    // The titles of threads may begin with the title that the story had when it was imported.
    expect(openWorld(dir).corpora[0]?.firstTitle).toBe('muehle');
    // The story is still known by its name, because evidence contains the name.
    expect(await addCorpus(openWorld(dir), { path })).toMatchObject({
      status: 'known',
      corpus: { name: 'muehle', title: 'The Water Mill' },
    });
    await addCorpus(openWorld(dir), { path: folder.write('second.txt', 'Twice.') });
    const before = readFileSync(join(dir, 'world.json'), 'utf8');
    for (const title of ['', '  ', 'x'.repeat(201), 'a\nb', 'a\u001b[2Jb', 'a\u202eb', 'a\ud800'])
      expect(() => setTitle(dir, { title })).toThrow(/Nothing was changed/);
    expect(() => setTitle(dir, { title: 'The Water Mill', corpus: 'second' })).toThrow(/"muehle"/);
    expect(() => setTitle(dir, { title: 'X', corpus: 'third' })).toThrow(/no corpus "third"/);
    const third = folder.write('third.txt', 'Thrice.');
    for (const title of ['x'.repeat(201), 'a\u202eb', 'The Water Mill'])
      await expect(addCorpus(openWorld(dir), { path: third, title })).rejects.toThrow(/Nothing was changed/);
    const given = addCorpora(openWorld(dir), [{ path: third }], { worldTitle: 'a\nb' });
    await expect(given).rejects.toThrow(/Nothing was changed/);
    const lock = openImportLock(openWorld(dir));
    expect(() => setTitle(dir, { title: 'X' })).toThrow(/Another import/);
    lock.close();
    expect(readFileSync(join(dir, 'world.json'), 'utf8')).toBe(before);
    expect(list()).toEqual(['Mills', 'The Water Mill', 'second']);
  });

  it('CO14: names of corpora are safe as file names and unique', () => {
    const none = () => false;
    expect(chooseCorpusName('../../Été & Hiver!', none)).toBe('ete-hiver');
    expect(['', '物語', 'CON', 'x'.repeat(99)].map((title) => chooseCorpusName(title, none))).toEqual([
      'corpus',
      'corpus',
      'corpus-con',
      'x'.repeat(40),
    ]);
    expect(chooseCorpusName('A', (name) => name === 'a' || name === 'a-2')).toBe('a-3');
  });
});
