// Reads saved pages of a forum thread as one story: each post with a threadmark (the forum's mark for a chapter) is a chapter.

import { UsageError } from '@terrarium/kernel/errors';
import { joinTitle, type LeftOut, sumWords } from '../book.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { aroundStory, type PageRules } from '../markup/page-rules.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { readWhole } from '../read-whole.ts';
import type { PostedPost, PostedStory, PostedThread } from './posted-thread.ts';

const largestPage = { megabytes: 64, todo: 'Save the pages of the thread one by one.' };

/** Which posts are story, and a note on how that was decided. */
interface Choice {
  readonly isStory: (post: ForumPost) => boolean;
  readonly note: string;
}

/** Throws `UsageError` if a page has no posts. A post that is on several pages counts once. */
export function readForum(paths: readonly string[]): PostedStory {
  const pages = paths.map(readPage);
  const posts = new Map<number, ForumPost>();
  for (const post of pages.flatMap((page) => page.posts)) {
    const known = posts.get(post.id);
    if (known?.mark === undefined) posts.set(post.id, post);
  }
  const ordered = [...posts.values()].toSorted((one, other) => one.id - other.id);
  const choice = choose(ordered);
  const title = pages.find((page) => page.title !== undefined)?.title;
  const { threads, empty } = splitIntoThreads(ordered, choice, title);
  const leftOut: LeftOut[] = pages.flatMap((page) => page.leftOut);
  return {
    threads,
    title,
    author: ordered.find(choice.isStory)?.author,
    encoding: 'utf-8',
    leftOut,
    warnings: empty === 0 ? [choice.note] : [choice.note, `Posts without words are left out: ${empty}.`],
  };
}

function readPage(path: string): ForumPage {
  const page = parseForumPage(decodeMarkup(readWhole(path, largestPage)).text);
  if (page.posts.length > 0) return page;
  throw new UsageError({
    code: 'import.bad-thread',
    happened: `${path} is a page of a forum without posts.`,
    todo: 'Open the thread in reader mode, let it load to its end, and save that page. Nothing was imported.',
  });
}

/**
 * Chooses threadmarks of the main kind; if there are none, those of other kinds; if there are none, the posts of the
 * person who opened the thread.
 */
function choose(posts: readonly ForumPost[]): Choice {
  const categories = Map.groupBy(
    posts.filter(({ mark }) => mark !== undefined),
    ({ mark }) => mark?.category ?? mainCategory,
  );
  const main = categories.get(mainCategory);
  if (main !== undefined) {
    const others = [...categories].filter(([name]) => name !== mainCategory);
    const kept = others.map(([name, ones]) => `${ones.length} ${name.slice(0, 40)}`).join(', ');
    const more =
      kept === ''
        ? ''
        : ` Kept, but not read as story: ${kept}; to read these, save the reader page of that kind of threadmark.`;
    return {
      isStory: ({ mark }) => mark?.category === mainCategory,
      note: `The posts with a threadmark are read as story: ${main.length} of ${posts.length}.${more}`,
    };
  }
  if (categories.size > 0) {
    const names = [...categories.keys()].map((name) => name.slice(0, 40)).join(', ');
    return {
      isStory: ({ mark }) => mark !== undefined,
      note: `The posts with these threadmarks are read as story: ${names}.`,
    };
  }
  const opener = posts[0]?.author;
  return {
    isStory: (post) => post === posts[0] || (opener !== undefined && post.author === opener),
    note: `No post has a threadmark, so the posts of ${opener ?? 'the first poster'}, who opened the thread, are read as story.`,
  };
}

interface Divided {
  readonly threads: readonly PostedThread[];
  readonly empty: number;
}

/** Begins a thread at each threadmark, with all posts before the next threadmark. */
function splitIntoThreads(posts: readonly ForumPost[], { isStory }: Choice, title = 'Thread'): Divided {
  const threads: { title: string; posts: PostedPost[] }[] = [];
  let empty = 0;
  for (const post of posts) {
    const { id, author, time, body, mark } = post;
    if (mark !== undefined || threads.length === 0)
      threads.push({ title: nameThread(post, title), posts: [] });
    if (body === '') empty += 1;
    else {
      const tags = mark === undefined || mark.category === mainCategory ? [] : [buildTag(mark.category)];
      threads.at(-1)?.posts.push({ id, author, time, body, isStory: isStory(post), tags });
    }
  }
  return { threads: threads.filter((thread) => thread.posts.length > 0), empty };
}

function nameThread({ mark }: ForumPost, title: string): string {
  if (mark === undefined) return joinTitle([title]);
  const parts = mark.category === mainCategory ? [mark.title] : [mark.category, mark.title];
  const named = joinTitle(parts.filter((part) => part !== ''));
  return named === '' ? joinTitle([title]) : named;
}

function buildTag(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 40);
}

/**
 * Reads a post from the markup between its element and the next post. Its text is in `.bbWrapper`, including spoilers
 * and quotations; names, signatures, reactions and buttons are outside. Shape: JimmXinu/FanFicFare
 * fanficfare/adapters/base_xenforo2forum_adapter.py, dteviot/WebToEpub plugin/js/parsers/SpacebattlesParser.js.
 */
const forumPost: PageRules = {
  name: 'a forum',
  outside: { leftOut: aroundStory },
  fates: [
    ['.bbCodeBlock-expandLink', { leftOut: aroundStory }],
    ['.bbCodeBlock-shrinkLink', { leftOut: aroundStory }],
    ['.bbWrapper', 'story'],
  ],
  chapterHeadings: [],
  title: '.threadmarkLabel',
};

/** The part of the page above the first post. */
const forumHead: PageRules = {
  name: 'a forum',
  outside: { leftOut: aroundStory },
  fates: [],
  title: 'h1.p-title-value',
};

interface ForumPost {
  readonly id: number;
  readonly author: string | undefined;
  readonly time: number | undefined;
  readonly body: string;
  /** The threadmark of the post and its kind; undefined if the post has none. */
  readonly mark: { readonly title: string; readonly category: string } | undefined;
}

interface ForumPage {
  readonly title: string | undefined;
  readonly posts: readonly ForumPost[];
  readonly leftOut: readonly LeftOut[];
}

const articleTag = /<article\b[^<>]{0,2000}>/giu;
const postId = /\bdata-content=["']?post-(?<id>\d{1,15})\b/iu;
const author =
  /\bdata-author=(?:"(?<quoted>[^"]{1,200})"|'(?<single>[^']{1,200})'|(?<bare>[^\s>"']{1,200}))/iu;
const seconds = /\bdata-time(?:stamp)?=["']?(?<seconds>\d{1,12})\b/iu;
const date = /\bdatetime=["']?(?<date>[\d:T+-]{10,32}Z?)/iu;
const category = /<label\b[^<>]{0,500}>(?<name>[^<]{1,80})</iu;
/** How much of a post's markup is searched for its time and the kind of its threadmark, which come before its text. */
const headLength = 300_000;
const mainCategory = 'Threadmarks';

export function parseForumPage(markup: string): ForumPage {
  const tags = [...markup.matchAll(articleTag)].flatMap(({ 0: tag, index }) => {
    const id = postId.exec(tag)?.groups?.['id'];
    return id === undefined ? [] : [{ tag, index, id: Number(id) }];
  });
  const head = readMarkup(markup.slice(0, tags[0]?.index ?? 0), { rules: forumHead });
  const leftOut: LeftOut[] = [...head.leftOut];
  const posts = tags.map(({ tag, index, id }, at) =>
    parsePost(id, { tag, slice: markup.slice(index, tags[at + 1]?.index), leftOut }),
  );
  return { title: head.title, posts, leftOut };
}

interface PostSource {
  readonly tag: string;
  readonly slice: string;
  readonly leftOut: LeftOut[];
}

function parsePost(id: number, { tag, slice, leftOut }: PostSource): ForumPost {
  const page = readMarkup(slice, { rules: forumPost });
  leftOut.push(...page.leftOut);
  const unseen = sumWords(page.apart.map(({ text }) => text));
  if (unseen > 0) leftOut.push({ what: 'lines that no reader sees', words: unseen });
  const before = slice.slice(0, Math.min(headLength, computeBodyStart(slice)));
  const header = before.indexOf('message-cell--threadmark-header');
  const name = header === -1 ? undefined : category.exec(before.slice(header))?.groups?.['name'];
  const isMarked = /\bhasThreadmark\b/u.test(tag) || header !== -1;
  const body = page.blocks.map(({ text }) => text).filter((text) => text !== '');
  return {
    id,
    author: parseAuthor(tag),
    time: parseTime(before),
    body: sumWords(body) === 0 ? '' : body.join('\n\n'),
    mark: isMarked ? { title: page.title ?? '', category: name?.trim() || mainCategory } : undefined,
  };
}

function computeBodyStart(slice: string): number {
  const at = slice.indexOf('bbWrapper');
  return at === -1 ? slice.length : at;
}

function parseAuthor(tag: string): string | undefined {
  const groups = author.exec(tag)?.groups;
  const name = groups?.['quoted'] ?? groups?.['single'] ?? groups?.['bare'];
  const { blocks } = readMarkup(name ?? '', { rules: { ...forumHead, outside: 'story' } });
  return blocks[0]?.text;
}

function parseTime(before: string): number | undefined {
  const given = seconds.exec(before)?.groups?.['seconds'];
  if (given !== undefined) return Number(given);
  const parsed = Date.parse(date.exec(before)?.groups?.['date'] ?? '');
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
}
