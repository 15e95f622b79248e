// Proves what saved threads of boards and forums become: the teller's posts are story, and posts keep their numbers.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildArchivedThread,
  buildBoardThread,
  type ForumMessage,
  renderForumPage,
  type SavedPost,
} from '../../../test/saved-threads.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import type { StoryPost } from '../../corpus/corpus.ts';
import { openCorpus } from '../../corpus/open-corpus.ts';
import { detectSource } from '../detect-source.ts';
import { importPosted, isPosted } from './import-posted.ts';

interface Stored {
  readonly title: string;
  readonly posts: readonly StoryPost[];
}

function importFiles(contents: readonly string[]) {
  const folder = createTemporaryFolder();
  const paths = contents.map((content, at) => folder.write(`saved${at}`, content));
  const [path = '', ...further] = paths;
  const destination = folder.path('out.db');
  const kind = detectSource(path);
  if (!isPosted(kind)) throw new TypeError(`${kind} is not posted.`);
  const report = importPosted({ path, destination, title: 'T' }, kind, further);
  const corpus = openCorpus({ name: 'main', path: destination });
  const threads: readonly Stored[] = [...corpus.iterateThreads()].map(({ id, title }) => ({
    title,
    posts: corpus.readRange({ threadId: id }),
  }));
  corpus.close();
  const posts = threads.flatMap((thread) => thread.posts);
  const story = posts.filter(({ tags }) => tags.includes('qm_post')).map(({ postId }) => postId);
  return { kind, report, threads, posts, story };
}

const teller = { name: 'Keeper', trip: '!Tide.1' };
const quest: readonly SavedPost[] = [
  { id: 10, ...teller, subject: "Asa's Quest #3", text: 'Asa went down to the water.\n\n>What now?' },
  { id: 11, text: '>>10\n>go in' },
  { id: 12, name: 'Keeper', text: 'I am the keeper, honestly' },
  { id: 13, ...teller, text: '>>11\nIt was 3 < 4 & cold.' },
  { id: 14, poster: 'abc', text: '' },
];
const shapes = [
  ['4chan', buildBoardThread],
  ['a FoolFuuka archive', buildArchivedThread],
] as const;

describe('saved threads of boards', () => {
  it.each(shapes)(
    'CO25: of a thread of %s the posts with the opener’s tripcode are story',
    (_what, build) => {
      const { kind, report, threads, posts, story } = importFiles([JSON.stringify(build(quest))]);
      expect(kind).toBe('board');
      expect(threads.map(({ title }) => title)).toEqual(["Asa's Quest #3"]);
      expect(story).toEqual([10, 13]);
      expect(posts.map(({ postId, author, time, body }) => [postId, author, time, body])).toEqual([
        [10, 'Keeper !Tide.1', 1_500_000_010, 'Asa went down to the water.\n\n>What now?'],
        [11, 'Anonymous', 1_500_000_011, '>>10\n>go in'],
        [12, 'Keeper', 1_500_000_012, 'I am the keeper, honestly'],
        [13, 'Keeper !Tide.1', 1_500_000_013, '>>11\nIt was 3 < 4 & cold.'],
      ]);
      expect(report).toMatchObject({
        posts: 4,
        storyPosts: 2,
        bookTitle: "Asa's Quest",
        author: 'Keeper !Tide.1',
      });
      expect(report.warnings.at(-1)).toBe('Posts without words, such as pictures alone, are left out: 1.');
    },
  );

  it.each<[string, SavedPost, SavedPost, readonly number[]]>([
    ['the poster’s id', { id: 1, poster: 'aa', text: 'One.' }, { id: 2, poster: 'aa', text: 'Two.' }, [1, 2]],
    ['the name', { id: 1, name: 'Kit', text: 'One.' }, { id: 2, name: 'Kit', text: 'Two.' }, [1, 2]],
    ['nothing', { id: 1, text: 'One.' }, { id: 2, text: 'Two.' }, [1]],
  ])('CO25: without a tripcode, %s shows who tells the story', (...given) => {
    const [, first, second, expected] = given;
    for (const [, build] of shapes) {
      expect(importFiles([JSON.stringify(build([first, second]))]).story).toEqual(expected);
    }
  });

  it('CO25: several threads are one story, in one document, on lines, or in files, each post once', () => {
    const second = quest.map((post) => ({ ...post, id: post.id + 90, text: `${post.text} again` }));
    const [one, other] = [buildBoardThread(quest), buildBoardThread(second)];
    const merged = { ...buildArchivedThread(quest), ...buildArchivedThread(second) };
    const documents = [
      [JSON.stringify([other, one])],
      [`${JSON.stringify(one)}\n${JSON.stringify(other)}\n`],
      [JSON.stringify(other), JSON.stringify(one), JSON.stringify(one)],
      [JSON.stringify(merged, undefined, 2)],
    ];
    for (const contents of documents) {
      const { story, threads } = importFiles(contents);
      expect(story).toEqual([10, 13, 100, 103]);
      expect(threads).toHaveLength(2);
    }
  });

  it('CO25: deleted posts, and posts made only in the archive, are not story; marks of the board are removed', () => {
    const posts = [
      { id: 1, ...teller, text: 'One [spoiler]hidden[/spoiler] word.' },
      { id: 2, ...teller, text: 'Wrong.', deleted: true },
      { id: 2, name: 'late', text: 'I miss this', ghost: true },
    ];
    const { posts: stored, story } = importFiles([JSON.stringify(buildArchivedThread(posts))]);
    expect(stored[0]?.body).toBe('One hidden word.');
    expect(story).toEqual([1]);
    expect(stored).toHaveLength(3);
  });

  it.each([
    [`${JSON.stringify(buildBoardThread(quest)).slice(0, -9)}`, 'import.bad-thread'],
    ['{"posts":[{"no":1,"resto":0,"com":""}]}', 'import.no-text'],
    ['[{"no":"x","resto":0,"no": 1e99}, {"no":1, "resto":"a"}]', 'import.bad-thread'],
  ])('CO25: %s is refused', (content, code) => {
    const folder = createTemporaryFolder();
    const path = folder.write('a.json', content);
    const act = () => {
      const kind = detectSource(path);
      if (isPosted(kind)) importPosted({ path, destination: folder.path('out.db'), title: 'T' }, kind);
    };
    expect(act).toThrow(expect.objectContaining({ code }));
  });

  it('CO25: whatever people post, numbers and words are kept', () => {
    const text = fc.stringMatching(/^[a-z<>&"' ]{0,20}[a-z]$/u);
    const posts = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9_999 }), text }), {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(posts, (drawn) => {
        const sorted = drawn
          .toSorted((one, other) => one.id - other.id)
          .map((post) => ({ ...post, ...teller }));
        for (const [, build] of shapes) {
          const stored = importFiles([JSON.stringify(build(sorted))]).posts;
          expect(stored.map(({ postId, body }) => [postId, body.split(/\s+/u)])).toEqual(
            sorted.map((post) => [post.id, post.text.trim().split(/\s+/u)]),
          );
        }
      }),
      { numRuns: 20 },
    );
  });
});

const spoiler =
  '<div class="bbCodeSpoiler"><div class="bbCodeSpoiler-content"><div class="bbCodeBlock-content">She was in there.</div></div></div>';
const quote =
  '<blockquote class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote"><div class="bbCodeBlock-title">Bo said:</div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent">Low.</div><div class="bbCodeBlock-expandLink"><a>Click to expand...</a></div></div></blockquote>';
const messages: readonly ForumMessage[] = [
  { id: 5, author: 'Mod', html: 'Be kind.' },
  { id: 6, author: 'A. &amp; B.', mark: '1.1 Ebb', html: `Asa went down.<br><br>${quote}${spoiler}` },
  { id: 7, author: 'Reader', html: 'Nice.' },
  {
    id: 8,
    author: 'Other',
    mark: 'What if',
    category: 'Apocrypha',
    html: 'Asa <span style="font-size:0">never</span> stayed.',
  },
  { id: 9, author: 'A. &amp; B.', mark: '1.2 Flow', html: '<i>Then</i> it came back.' },
];

describe('saved pages of forums', () => {
  it('CO26: posts with a threadmark of the main kind are chapters; others are kept, but not as story', () => {
    const { kind, report, threads, posts, story } = importFiles([renderForumPage(messages)]);
    expect(kind).toBe('forum');
    expect(threads.map(({ title }) => title)).toEqual([
      'The Tide',
      '1.1 Ebb',
      'Apocrypha · What if',
      '1.2 Flow',
    ]);
    expect(story).toEqual([6, 9]);
    expect(posts.map(({ postId, author, time }) => [postId, author, time]).slice(1, 3)).toEqual([
      [6, 'A. & B.', 1_500_000_006],
      [7, 'Reader', 1_500_000_007],
    ]);
    expect(posts[1]?.body).toBe('Asa went down.\n\nBo said:\n\nLow.\n\nShe was in there.');
    expect(posts.find(({ postId }) => postId === 8)?.tags).toEqual(['apocrypha']);
    expect(report).toMatchObject({ bookTitle: 'The Tide', author: 'A. & B.', storyPosts: 2 });
    expect(posts.find(({ postId }) => postId === 8)?.body).toBe('Asa stayed.');
    expect(report.leftOut.map(({ what }) => what)).toEqual([
      'what the site puts around a story',
      'lines that no reader sees',
    ]);
  });

  it('CO26: pages of one thread are one story, whichever comes first, and each post is taken once', () => {
    const pages = [messages.slice(3), messages.slice(0, 4)].map(renderForumPage);
    expect(importFiles(pages).story).toEqual([6, 9]);
    expect(importFiles(pages).posts).toHaveLength(5);
  });

  it('CO26: on a page with only threadmarks of another kind, these are story; on one without any, what the opener wrote', () => {
    expect(importFiles([renderForumPage(messages.slice(3, 4))]).story).toEqual([8]);
    const plain = messages.map(({ mark: _mark, ...message }) => message);
    expect(importFiles([renderForumPage(plain.slice(1))]).story).toEqual([6, 9]);
  });

  it('CO26: a page of a forum without posts is refused', () => {
    expect(() => importFiles([renderForumPage([])])).toThrow(
      expect.objectContaining({ code: 'import.bad-thread' }),
    );
  });
});
