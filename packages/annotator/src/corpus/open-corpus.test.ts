// Tests which corpus files are opened and which are refused with what error, and in which order their posts are read.

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ForeignPost,
  openForeignCorpus,
  writeForeignCorpus,
  writeUnopenableCorpus,
} from '../../test/foreign-corpus-store.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { Corpus, PostId, ThreadId } from './corpus.ts';
import { openCorpus } from './open-corpus.ts';

function openWith(posts: readonly ForeignPost[], sql = ''): Corpus {
  const path = createTemporaryFolder().path('corpus.db');
  writeForeignCorpus(path, posts, { sql });
  return openCorpus({ name: 'main', path });
}

function listIds(corpus: Corpus): readonly number[] {
  const ids = [...corpus.iterateThreads()].flatMap(({ id }) =>
    corpus.readRange({ threadId: id }).map((post) => post.postId),
  );
  corpus.close();
  return ids;
}

describe('openCorpus', () => {
  it('CO1: names every missing table and column at once', () => {
    const sql = 'DROP TABLE tag; ALTER TABLE post DROP COLUMN subject; ALTER TABLE post DROP COLUMN body;';
    expect(() => openWith([], sql)).toThrow(
      /no column "post.subject", no column "post.body", no table "tag"/,
    );
  });

  it.each([
    ['view "post"', 'ALTER TABLE post RENAME TO hidden; CREATE VIEW post AS SELECT * FROM hidden'],
    ['virtual "tag"', 'DROP TABLE tag; CREATE VIRTUAL TABLE tag USING fts5 (post_id, name)'],
    [
      '"post.body"',
      `ALTER TABLE post DROP COLUMN body; ALTER TABLE post ADD COLUMN Body AS (hex(zeroblob(9)))`,
    ],
  ])('CO22: %s is refused where stored words are read', (what, sql) => {
    expect(() => openWith([{ id: 1, threadId: 1 }], sql)).toThrow(
      expect.objectContaining({ code: 'corpus.computed', happened: expect.stringContaining(what) }),
    );
  });

  it('CO22: triggers, and views that are not read, may be in the file, and none of them is run', () => {
    const spy = `CREATE VIEW other AS SELECT load_extension('spy');
      CREATE TRIGGER spy AFTER INSERT ON post BEGIN DELETE FROM post; END;
      CREATE TRIGGER order_after_spy AFTER DELETE ON post BEGIN SELECT load_extension('spy'); END;`;
    expect(listIds(openWith([{ id: 1, threadId: 1 }], spy))).toEqual([1]);
  });

  it('CO22: that SQLite refuses to read a table is not our bug', () => {
    const path = createTemporaryFolder().path('corpus.db');
    writeForeignCorpus(path, [{ id: 1, threadId: 1 }]);
    const written = readFileSync(path, 'latin1');
    const changed = written.replace('id INTEGER, title TEXT', 'id COLLATE xyz, title ');
    writeFileSync(path, changed, 'latin1');
    expect(() => openCorpus({ name: 'main', path })).toThrow(
      expect.objectContaining({ code: 'corpus.unreadable' }),
    );
  });

  it('CO1: columns that are not read may be missing', () => {
    const corpus = openWith(
      [{ id: 1, threadId: 1 }],
      'DROP TABLE link; ALTER TABLE post DROP COLUMN trip_code;',
    );
    expect(listIds(corpus)).toEqual([1]);
  });

  it('CO1: never changes the file', () => {
    const path = createTemporaryFolder().path('corpus.db');
    writeForeignCorpus(path, [{ id: 3, threadId: 1 }]);
    const before = readFileSync(path);
    expect(listIds(openCorpus({ name: 'main', path }))).toEqual([3]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('CO1: says what is wrong with a missing file and with one that is no database', () => {
    const folder = createTemporaryFolder();
    expect(() => openCorpus({ name: 'main', path: folder.path('none.db') })).toThrow(/There is no corpus at/);
    const text = folder.write(
      'text.db',
      'This is only a text, long enough to have a header of a database.'.repeat(9),
    );
    expect(() => openCorpus({ name: 'main', path: text })).toThrow(/is not a SQLite database/);
  });

  it('CO2: posts and threads are in order of time, then id', () => {
    const corpus = openWith([
      { id: 9, threadId: 1, time: 50 },
      { id: 5, threadId: 1, time: 60 },
      { id: 4, threadId: 1, time: 50 },
      { id: 8, threadId: 2, time: 10 },
      { id: 2, threadId: 3, time: 10 },
    ]);
    expect(listIds(corpus)).toEqual([8, 2, 4, 9, 5]);
  });

  it('CO2: if one post has no time, its thread is in order of ids, and so are the threads', () => {
    const corpus = openWith([
      { id: 9, threadId: 1, time: 5 },
      { id: 4, threadId: 1 },
      { id: 8, threadId: 2, time: 2 },
      { id: 7, threadId: 2, time: 3 },
    ]);
    expect(listIds(corpus)).toEqual([4, 9, 8, 7]);
  });

  it('CO2: a thread that is missing from the list of threads is read all the same', () => {
    const corpus = openWith([{ id: 1, threadId: 6 }], 'DELETE FROM thread;');
    expect(corpus.findThread(6 as ThreadId)?.title).toBe('Thread 6');
    expect(listIds(corpus)).toEqual([1]);
  });

  it('CO6: an id may be 0, must be an integer and unique in the corpus', () => {
    const corpus = openWith([{ id: 0, threadId: 0, body: 'Nought.' }]);
    expect(corpus.findPost(0 as PostId)?.body).toBe('Nought.');
    expect(corpus.findBody(0 as PostId)).toBe('Nought.');
    expect(corpus.findBody(1 as PostId)).toBeUndefined();
    corpus.close();
    const twice = [
      { id: 4, threadId: 1 },
      { id: 4, threadId: 2 },
    ];
    expect(() => openWith(twice)).toThrow(/more than one post with the id 4/);
    expect(() => openWith([{ id: 'a7', threadId: 1 }])).toThrow(/not an integer/);
  });

  it('CO7: the fingerprint is stable, and changes with a post and with a word', () => {
    const path = createTemporaryFolder().path('corpus.db');
    const posts = Array.from({ length: 40 }, (_, id) => ({ id, threadId: 1 }));
    const writer = openForeignCorpus(path, posts);
    const read = () => {
      const corpus = openCorpus({ name: 'main', path });
      const fingerprint = corpus.readFingerprint();
      corpus.close();
      return fingerprint;
    };
    const first = read();
    expect(read()).toBe(first);
    writer.exec(`UPDATE post SET body = 'Other words.' WHERE id = 39`);
    const second = read();
    writer.exec(`INSERT INTO post (thread_id, id, body) VALUES (1, 40, 'New.')`);
    expect(new Set([first, second, read()]).size).toBe(3);
    writer.close();
  });

  it('CO9: a log that cannot be opened beside the file is an error that offers --copy', () => {
    const path = writeUnopenableCorpus(createTemporaryFolder(), [{ id: 1, threadId: 1 }]);
    expect(() => openCorpus({ name: 'main', path, isNamed: true })).toThrow(/write-ahead log.*--copy/);
  });

  it('reads ranges and neighbours within a thread', () => {
    const corpus = openWith(
      [1, 2, 3, 4, 5].map((id) => ({
        id,
        threadId: id < 5 ? 1 : 2,
        tags: id % 2 === 0 ? ['vote'] : ['qm_post'],
      })),
    );
    const range = (start: number, end: number, more = {}) =>
      corpus
        .readRange({
          threadId: 1 as ThreadId,
          startPostId: start as PostId,
          endPostId: end as PostId,
          ...more,
        })
        .map((post) => post.postId);
    expect(range(2, 4)).toEqual([2, 3, 4]);
    expect(range(1, 4, { tag: 'vote' })).toEqual([2, 4]);
    expect(range(1, 4, { limit: 2 })).toEqual([1, 2]);
    expect([range(4, 2), range(1, 5), range(1, 99)]).toEqual([[], [], []]);
    expect(corpus.readAdjacent(4 as PostId, 2, 2).map((post) => post.postId)).toEqual([2, 3, 4]);
    expect(corpus.readAdjacent(77 as PostId, 2, 2)).toEqual([]);
    expect(corpus.findPost(2 as PostId)?.tags).toEqual(['vote']);
    corpus.close();
  });
});
