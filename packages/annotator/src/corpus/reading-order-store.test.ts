// Proves that the reading order stored in a corpus file equals the computed one, and is deleted when it may be out of date.

import { openDatabase } from '@terrarium/kernel/open-database';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { PostId } from './corpus.ts';
import { openCorpusWriter, type PostDraft } from './corpus-writer-store.ts';
import { openCorpus } from './open-corpus.ts';

const arbitraryPosts = fc.array(
  fc.record({
    threadId: fc.integer({ min: 1, max: 4 }),
    time: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    hasId: fc.boolean(),
    isStory: fc.boolean(),
  }),
  { maxLength: 14 },
);

function writeCorpus(path: string, posts: readonly Omit<PostDraft, 'body'>[]): void {
  const writer = openCorpusWriter(path);
  for (const title of ['One', 'Two', ' ', 'Four']) writer.addThread(title);
  for (const [index, post] of posts.entries()) writer.addPost({ ...post, body: `Body ${index}.` });
  writer.finish();
}

/** Everything a corpus says about its order. */
function describeOrder(path: string): unknown {
  const corpus = openCorpus({ name: 'main', path });
  try {
    const threads = [...corpus.iterateThreads()];
    const posts = threads.flatMap(({ id }) => corpus.readRange({ threadId: id }));
    const scenes = [...corpus.planScenes({ maxCharacters: 20 })];
    const around = posts.map(({ postId }) => corpus.readAdjacent(postId, 1, 2).map((post) => post.body));
    return { threads, posts, scenes, around, count: corpus.countPosts() };
  } finally {
    corpus.close();
  }
}

function change(path: string, sql: string): void {
  const connection = openDatabase({ path, title: 'the corpus', migrations: [], schema: 'foreign' });
  connection.exec(sql);
  connection.pragma('journal_mode = DELETE');
  connection.close();
}

function countOrdered(path: string): unknown {
  const connection = openDatabase({
    path,
    title: 'the corpus',
    migrations: [],
    readonly: true,
    schema: 'foreign',
  });
  const count = connection.prepare('SELECT count(*) FROM reading_order').pluck().get();
  connection.close();
  return count;
}

describe('the reading order a file holds', () => {
  it('CO20: equals the order that is computed when none is stored', () => {
    const folder = createTemporaryFolder();
    let files = 0;
    fc.assert(
      fc.property(arbitraryPosts, (drafts) => {
        files += 1;
        const path = folder.path(`corpus-${files}.db`);
        const posts = drafts.map(({ threadId, time, hasId, isStory }, index) => ({
          threadId,
          time,
          id: hasId ? 100 - index : undefined,
          tags: isStory ? ['qm_post', 'story_post'] : ['vote'],
        }));
        writeCorpus(path, posts);
        expect(countOrdered(path)).toBe(posts.length);
        const held = describeOrder(path);
        change(path, 'UPDATE thread SET title = title');
        expect(countOrdered(path)).toBe(0);
        expect(describeOrder(path)).toEqual(held);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    [
      'a post that is added',
      `INSERT INTO post (thread_id, id, time, body) VALUES (1, 9, 0, 'New.')`,
      [9, 1, 2],
    ],
    ['a post that moves', 'UPDATE post SET time = 9 WHERE id = 1', [2, 1]],
    ['a post that goes', 'DELETE FROM post WHERE id = 1', [2]],
    [
      'a trigger that goes',
      'DROP TRIGGER order_after_update_of_post; UPDATE post SET time = 9 WHERE id = 1',
      [2, 1],
    ],
  ])('CO20: is not used after %s', (_, sql, order) => {
    const path = createTemporaryFolder().path('corpus.db');
    const tags = ['qm_post'];
    writeCorpus(path, [
      { threadId: 1, id: 1, time: 1, tags },
      { threadId: 1, id: 2, time: 2, tags },
    ]);
    change(path, sql);
    const corpus = openCorpus({ name: 'main', path });
    const ids = [...corpus.iterateThreads()].flatMap(({ id }) => corpus.readRange({ threadId: id }));
    expect(ids.map(({ postId }) => postId)).toEqual(order as PostId[]);
    corpus.close();
  });

  it('CO20: finds its posts after the file was compacted', () => {
    const path = createTemporaryFolder().path('corpus.db');
    const posts = [5, 3, 8].map((id) => ({ threadId: 1, id, tags: ['qm_post'] }));
    writeCorpus(path, posts);
    const held = describeOrder(path);
    change(path, 'VACUUM');
    expect(countOrdered(path)).toBe(3);
    expect(describeOrder(path)).toEqual(held);
  });
});
