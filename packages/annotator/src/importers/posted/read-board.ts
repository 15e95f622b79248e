// Reads saved threads of image boards as one story: whoever opens a thread tells it, and the others only vote.

import { UsageError } from '@terrarium/kernel/errors';
import { joinTitle } from '../book.ts';
import { decodeText } from '../decode-text.ts';
import { readWhole } from '../read-whole.ts';
import { type BoardPost, parseBoard } from './parse-board.ts';
import type { PostedPost, PostedStory, PostedThread } from './posted-thread.ts';

const largestDocument = { megabytes: 64, todo: 'Save each thread by itself.' };
const longestTitle = 80;
/** A number at the end of a title says which thread of a story it is. */
const threadNumber = /(?<![\s,:–—-])[\s,:–—-]*(?:(?:thread|part|chapter|session|no\.?)\s*)?#?\s?\d{1,4}$/iu;

/** Throws `UsageError` for a file that holds no thread; the same post in several files is taken once. */
export function readBoard(paths: readonly string[]): PostedStory {
  const posts = new Map<string, BoardPost>();
  for (const path of paths) {
    for (const post of readPosts(path)) posts.set(buildPostKey(post), post);
  }
  const counts = { empty: 0, deleted: 0, unsigned: 0 };
  const tellers = new Set<string>();
  const threads = [...Map.groupBy(posts.values(), ({ thread }) => thread)].map(([thread, own]) =>
    buildThread(thread, own.toSorted(compare), { counts, tellers }),
  );
  const [first] = threads;
  const [teller] = tellers;
  return {
    threads: threads.filter((thread) => thread.posts.length > 0),
    title: first?.title.replace(threadNumber, '').trim() || first?.title,
    author: teller,
    encoding: 'utf-8',
    leftOut: [],
    warnings: describe([...tellers], counts),
  };
}

function readPosts(path: string): readonly BoardPost[] {
  const posts = parseBoard(parseDocument(path));
  if (posts.length > 0) return posts;
  throw refuse(path, 'holds no thread of a board');
}

/** One document, or one on each line as collectors write them. */
function parseDocument(path: string): unknown {
  const { text } = decodeText(readWhole(path, largestDocument));
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const documents = lines.length > 1 ? parseLines(lines) : undefined;
    if (documents === undefined) throw refuse(path, 'breaks off, or is no JSON', error);
    return documents;
  }
}

function parseLines(lines: readonly string[]): readonly unknown[] | undefined {
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function refuse(path: string, what: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'import.bad-thread',
    happened: `${path} ${what}.`,
    todo: 'Save the address of the thread that ends in .json (4chan) or /_/api/chan/thread/?board=…&num=… (archives) again. Nothing was imported.',
    cause,
  });
}

/** What has no number of the board is told apart by its words. */
function buildPostKey({ id, thread, time, body }: BoardPost): string {
  return id === undefined ? JSON.stringify([thread, time, body]) : `${id}`;
}

/** In the order of posting; what has no number comes where its time puts it, else last. */
function compare(one: BoardPost, other: BoardPost): number {
  const unknown = Number.MAX_SAFE_INTEGER;
  return (one.time ?? unknown) - (other.time ?? unknown) || (one.id ?? unknown) - (other.id ?? unknown);
}

interface Counts {
  empty: number;
  deleted: number;
  unsigned: number;
}

interface Reading {
  readonly counts: Counts;
  readonly tellers: Set<string>;
}

function buildThread(thread: number, posts: readonly BoardPost[], reading: Reading): PostedThread {
  const { counts, tellers } = reading;
  const opener = posts.find(({ id }) => id === thread);
  const teller = opener && findTeller(opener);
  if (opener !== undefined && teller === undefined) counts.unsigned += 1;
  if (opener !== undefined) tellers.add(renderAuthor(opener) ?? 'Anonymous');
  const kept = posts.flatMap((post): readonly PostedPost[] => {
    const isTold = opener !== undefined && (post === opener || teller?.(post) === true);
    if (post.body === '') {
      counts.empty += 1;
      return [];
    }
    if (isTold && post.isDeleted) counts.deleted += 1;
    const { id, subject, time, body } = post;
    return [{ id, author: renderAuthor(post), subject, time, body, isStory: isTold && !post.isDeleted }];
  });
  return { title: nameBoardThread(thread, opener), posts: kept };
}

/**
 * Whether a post is by whoever opened the thread: by the tripcode, which nobody else can have; without one by a name
 * that says something, else by what the board calls the poster. Undefined where nothing tells.
 */
function findTeller(opener: BoardPost): ((post: BoardPost) => boolean) | undefined {
  const { trip, name, poster } = opener;
  if (trip !== undefined) return (post) => post.trip === trip;
  if (poster !== undefined) return (post) => post.poster === poster;
  if (name === undefined || /^anonymous$/iu.test(name)) return undefined;
  return (post) => post.name === name && post.trip === undefined;
}

function renderAuthor({ name, trip }: BoardPost): string | undefined {
  const parts = [name, trip].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ').slice(0, 200);
}

function nameBoardThread(thread: number, opener: BoardPost | undefined): string {
  const words = opener?.subject ?? opener?.body.split('\n', 1)[0] ?? '';
  const title = joinTitle([words]);
  if (title === '') return `Thread ${thread}`;
  return opener?.subject !== undefined || title.length <= longestTitle ? title : `Thread ${thread}`;
}

function describe(tellers: readonly string[], { empty, deleted, unsigned }: Counts): readonly string[] {
  const named = tellers.slice(0, 3).join(', ');
  const notes = [
    `Story is what ${named}${tellers.length > 3 ? ' and others' : ''} posted, who opened the threads; the other posts are kept and not read as story.`,
  ];
  if (unsigned > 0)
    notes.push(
      `${unsigned} threads were opened without a tripcode, a name or an id: of those only the first post is story.`,
    );
  if (deleted > 0) notes.push(`Posts of theirs that were deleted on the board are not story: ${deleted}.`);
  if (empty > 0) notes.push(`Posts without words, such as pictures alone, are left out: ${empty}.`);
  return notes;
}
