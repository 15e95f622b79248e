// Proves that a SQLite file of a forum story can be linked unchanged, or copied whole.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  openForeignCorpus,
  writeForeignCorpus,
  writeUnopenableCorpus,
} from '../../test/foreign-corpus-store.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { PostId } from '../corpus/corpus.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { copySqlite, linkSqlite } from './import-sqlite.ts';

const posts = [
  { id: 0, threadId: 1, body: 'The first post.' },
  { id: 1, threadId: 1, body: 'A vote.', tags: [] },
];

function readBody(path: string, id: number): string | undefined {
  const corpus = openCorpus({ name: 'main', path });
  const body = corpus.findPost(id as PostId)?.body;
  corpus.close();
  return body;
}

describe('importing SQLite', () => {
  it('CO1: a linked file is measured and not touched', () => {
    const path = createTemporaryFolder().path('quest.db');
    writeForeignCorpus(path, posts);
    const before = readFileSync(path);
    expect(linkSqlite(path)).toMatchObject({ posts: 2, storyPosts: 1, threads: 1, words: 5, warnings: [] });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('CO9: a copy has what is still in the log of a program that has the file open', async () => {
    const folder = createTemporaryFolder();
    const writer = openForeignCorpus(folder.path('quest.db'), posts);
    const destination = folder.path('copy.db');
    const report = await copySqlite({ path: folder.path('quest.db'), destination });
    writer.close();
    expect(report.posts).toBe(2);
    expect(readBody(destination, 0)).toBe('The first post.');
  });

  it('CO9: a file whose log cannot be opened where it is can be copied', async () => {
    const folder = createTemporaryFolder();
    const path = writeUnopenableCorpus(folder, posts);
    const destination = folder.path('copy.db');
    expect((await copySqlite({ path, destination })).posts).toBe(2);
    expect(readBody(destination, 1)).toBe('A vote.');
  });

  it('CO10: a file of another shape is refused under its own name, and no copy is left', async () => {
    const folder = createTemporaryFolder();
    const path = folder.path('quest.db');
    writeForeignCorpus(path, posts, { sql: 'DROP TABLE tag;' });
    const copying = copySqlite({ path, destination: folder.path('copy.db') });
    await expect(copying).rejects.toThrow(
      `${path} is a SQLite file, but does not have the tables of a story`,
    );
    expect(readdirSync(folder.dir)).toEqual(['quest.db']);
  });

  it('says if no post is tagged as story', () => {
    const path = createTemporaryFolder().path('quest.db');
    writeForeignCorpus(path, [{ id: 1, threadId: 1, tags: [] }]);
    expect(linkSqlite(path).warnings.join()).toMatch(/No post is tagged qm_post/);
  });
});
