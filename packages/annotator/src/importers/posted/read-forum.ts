// Reads saved pages of a forum's thread as one story: each threadmark is a chapter, and what others wrote is none.

import { UsageError } from '@terrarium/kernel/errors';
import { joinTitle, type LeftOut } from '../book.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { readWhole } from '../read-whole.ts';
import { type ForumPage, type ForumPost, mainCategory, parseForumPage } from './parse-forum-page.ts';
import type { PostedPost, PostedStory, PostedThread } from './posted-thread.ts';

const largestPage = { megabytes: 64, todo: 'Save the pages of the thread one by one.' };

/** What of the posts is story, and how that was found. */
interface Choice {
  readonly isStory: (post: ForumPost) => boolean;
  readonly note: string;
}

/** Throws `UsageError` for a page without posts; the same post on several pages is taken once. */
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

/** Threadmarks of the main kind; those of other kinds where a file has no others; else what the opener wrote. */
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
      kept === '' ? '' : ` Kept and not read as story: ${kept}; save their own reader page to read them.`;
    return {
      isStory: ({ mark }) => mark?.category === mainCategory,
      note: `Story is what bears a threadmark: ${main.length} of ${posts.length} posts.${more}`,
    };
  }
  if (categories.size > 0) {
    const names = [...categories.keys()].map((name) => name.slice(0, 40)).join(', ');
    return {
      isStory: ({ mark }) => mark !== undefined,
      note: `Story is what bears a threadmark of: ${names}.`,
    };
  }
  const opener = posts[0]?.author;
  return {
    isStory: (post) => post === posts[0] || (opener !== undefined && post.author === opener),
    note: `No post bears a threadmark: story is what ${opener ?? 'the first poster'} wrote, who opened the thread.`,
  };
}

interface Divided {
  readonly threads: readonly PostedThread[];
  readonly empty: number;
}

/** A threadmark begins a thread, and what was answered to it stands there too. */
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

/** As tags are written. */
function buildTag(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 40);
}
