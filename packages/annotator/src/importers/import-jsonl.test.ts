// Proves what JSON lines are turned into, and that a bad line leaves nothing behind.

import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { importJsonl } from './import-jsonl.ts';
import type { ImportReport } from './import-report.ts';

interface Imported {
  readonly report: ImportReport;
  readonly threads: readonly string[];
  readonly posts: readonly Record<string, unknown>[];
}

function importLines(lines: readonly (string | object)[]): Imported {
  const folder = createTemporaryFolder();
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const path = folder.write('in.jsonl', text);
  const destination = folder.path('out.db');
  try {
    const report = importJsonl({ path, destination, title: 'Untitled' });
    const corpus = openCorpus({ name: 'main', path: destination });
    const threads = [...corpus.iterateThreads()];
    const posts = threads.flatMap(({ id }) => corpus.readRange({ threadId: id }));
    corpus.close();
    return { report, threads: threads.map(({ title }) => title), posts: posts.map((post) => ({ ...post })) };
  } catch (error) {
    expect(readdirSync(folder.dir)).toEqual(['in.jsonl']);
    throw error;
  }
}

describe('importJsonl', () => {
  it('CO11: a line needs only a body; tags, thread and ids are supplied', () => {
    const { report, threads, posts } = importLines([
      { body: 'One word more.' },
      '',
      '  ',
      { body: 'Two.', tags: [] },
    ]);
    expect(threads).toEqual(['Untitled']);
    expect(posts.map(({ postId, tags }) => [postId, tags])).toEqual([
      [1, ['qm_post', 'story_post']],
      [2, ['qm_post', 'story_post']],
    ]);
    expect(report).toMatchObject({
      posts: 2,
      threads: 1,
      words: 4,
      characters: 18,
      storyPosts: 2,
      warnings: [],
    });
  });

  it('CO11: integer ids are kept, even 0; others are replaced by ids above the largest, and the report says so', () => {
    const { report, posts } = importLines([
      { id: 0, body: 'a' },
      { id: '7', body: 'b' },
      { id: 41, body: 'c' },
    ]);
    expect(posts.map(({ postId, body }) => [postId, body])).toEqual([
      [0, 'a'],
      [41, 'c'],
      [42, 'b'],
    ]);
    expect(report.warnings).toEqual([
      '1 id is not an integer, or is too large. Its post got a new id, larger than all others.',
      '2 posts will be read in a different order from that of the file: by time if every post of a thread has one, otherwise by id.',
    ]);
  });

  it('CO11: of several ids it says so', () => {
    const { report } = importLines([{ id: 1.5, body: 'a' }, { id: 'b', body: 'b' }, { body: 'c' }]);
    expect(report.warnings).toEqual([
      '2 ids are not integers, or are too large. Their posts got new ids, larger than all others.',
    ]);
  });

  it('CO11: each distinct (thread, chapter) is a thread, in order of first appearance', () => {
    const { threads, posts } = importLines([
      { thread: 'B', chapter: 2, title: 'The Gate', body: '1' },
      { thread: 'A', chapter: 2, body: '2' },
      { thread: 'B', chapter: 2, title: 'Later', body: '3' },
      { thread: 'B', body: '4' },
    ]);
    expect(threads).toEqual(['B · The Gate', 'A · 2', 'B']);
    expect(posts.map(({ body }) => body)).toEqual(['1', '3', '2', '4']);
  });

  it('CO11: time, author and tags are kept; unknown keys are named once', () => {
    const { report, posts } = importLines([
      { body: 'x', time: '2019-05-01T10:00:00', author: 'Anon', tags: ['vote'], mood: 1 },
      { body: 'y', time: 1_700_000_000, mood: 2, seq: 4 },
    ]);
    expect(posts[0]).toMatchObject({ author: 'Anon', tags: ['vote'], time: Date.UTC(2019, 4, 1, 10) / 1000 });
    expect(posts[1]).toMatchObject({ time: 1_700_000_000, author: undefined });
    expect(report.unknownKeys).toEqual(['mood', 'seq']);
  });

  it.each([
    ['{"body": "fine"}\n{"body": oops}', /Line 2 of .* is not JSON, from column 10 on/],
    ['["body"]', /Line 1 of .* is a list, not a JSON object/],
    ['{"text": "no body"}', /Line 1 of .* has no "body".*Correct that line/s],
    ['{"chat_metadata": {}}\n{"mes": "Hi"}', /a SillyTavern chat: .*"terrarium memory import"/],
    ['{"name": "A", "mes": "Hi"}', /a SillyTavern chat: .*"terrarium memory import"/],
    ['{"body": "x"}\n{"mes": "Hi"}', /Line 2 of .* has no "body".*Correct that line/s],
    ['{"body": 3}', /has 3 as "body", which is not a string/],
    ['{"body": "x", "time": "yesterday"}', /"yesterday" as "time"/],
    ['{"body": "x", "tags": [1]}', /has 1 among its "tags"/],
    ['{"body": "x", "thread": {}}', /has an object as "thread"/],
    [
      '{"id": 5, "body": "x"}\n\n{"id": 6, "body": "y"}\n{"id": 5, "body": "z"}',
      /Lines 1 and 4 .* same id, 5/,
    ],
    ['\n \n', /holds no posts/],
    ['{"id": 9007199254740991, "body": "x"}\n{"body": "y"}', /which is too high for that/],
  ])('CO10: %j is refused, and nothing is left behind', (text, message) => {
    expect(() => importLines([text])).toThrow(message);
  });

  it('CO10: a line over the limit and a line that is not UTF-8 are refused by number', () => {
    const folder = createTemporaryFolder();
    const destination = folder.path('out.db');
    const long = folder.write('long.jsonl', `{"body":"a"}\n{"body":"${'x'.repeat(99)}"}`);
    const limits = { maxLineBytes: 50 };
    expect(() => importJsonl({ path: long, destination, title: 'T', limits })).toThrow(
      /Line 2 of .* longer than 50/,
    );
    const latin = folder.write('latin.jsonl', Buffer.from('{"body":"caf\xe9"}', 'latin1'));
    expect(() => importJsonl({ path: latin, destination, title: 'T' })).toThrow(/Line 1 of .* is not UTF-8/);
    expect(readdirSync(folder.dir).toSorted()).toEqual(['latin.jsonl', 'long.jsonl']);
  });

  it('CO11: any text is imported unchanged', () => {
    const lines = fc.array(
      fc.record({ body: fc.string({ unit: 'grapheme' }), thread: fc.constantFrom('a', 'b') }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, (drafts) => {
        const { posts } = importLines(drafts);
        const threads = [...new Set(drafts.map(({ thread }) => thread))];
        const expected = threads.flatMap((name) => drafts.filter(({ thread }) => thread === name));
        expect(posts.map(({ body }) => body)).toEqual(expected.map(({ body }) => body));
      }),
      { numRuns: 25 },
    );
  });
});
