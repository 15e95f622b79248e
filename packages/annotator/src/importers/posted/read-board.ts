// Reads saved threads of image boards as one story, told by whoever opened the threads.

import { UsageError } from '@terrarium/kernel/errors';
import { joinTitle } from '../book.ts';
import { decodeText } from '../decode-text.ts';
import type { PageRules } from '../markup/page-rules.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { readWhole } from '../read-whole.ts';
import type { PostedPost, PostedStory, PostedThread } from './posted-thread.ts';

const largestDocument = { megabytes: 64, todo: 'Save each thread by itself.' };
const longestTitle = 80;
/** The number at the end of a title, which counts the threads of a story. */
const threadNumber = /(?<![\s,:–—-])[\s,:–—-]*(?:(?:thread|part|chapter|session|no\.?)\s*)?#?\s?\d{1,4}$/iu;

/** Throws `UsageError` if a file has no thread. A post that is in several files counts once. */
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

/** Parses one document, or one document on each line, as some archiving tools write them. */
function parseDocument(path: string): unknown {
  const { text } = decodeText(readWhole(path, largestDocument));
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const documents = lines.length > 1 ? parseLines(lines) : undefined;
    if (documents === undefined) throw refuse(path, 'breaks off, or is not JSON', error);
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
    todo: 'Save the thread again, from its address with .json at the end (4chan) or from /_/api/chan/thread/?board=…&num=… (archives). Nothing was imported.',
    cause,
  });
}

/** Posts without a number are distinguished by thread, time and words. */
function buildPostKey({ id, thread, time, body }: BoardPost): string {
  return id === undefined ? JSON.stringify([thread, time, body]) : `${id}`;
}

/** Sorts by time, then by number. Posts without a time come last. */
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
 * Returns a function that tells whether a post is by the person who opened the thread. It compares the tripcode, which
 * nobody else can have; if there is none, the board's id of the poster; if there is none, the name, unless it is
 * "Anonymous". Undefined if the opening post has none of these.
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
    `The posts of ${named}${tellers.length > 3 ? ' and others' : ''}, who opened the threads, are read as story. The other posts are kept, but not read as story.`,
  ];
  if (unsigned > 0)
    notes.push(
      `${unsigned} threads were opened without a tripcode, a name or an id: of those only the first post is story.`,
    );
  if (deleted > 0)
    notes.push(`Posts by these people are not read as story if they were deleted on the board: ${deleted}.`);
  if (empty > 0) notes.push(`Posts without words, such as pictures alone, are left out: ${empty}.`);
  return notes;
}

interface BoardPost {
  /** Undefined if the post was made in the archive: the board gave it no number. */
  readonly id: number | undefined;
  readonly thread: number;
  readonly name: string | undefined;
  /** The tripcode, which proves the name. */
  readonly trip: string | undefined;
  /** The board's id of the poster within one thread. */
  readonly poster: string | undefined;
  readonly subject: string | undefined;
  readonly time: number | undefined;
  readonly body: string;
  readonly isDeleted: boolean;
}

/** How deep posts may be nested: archives put threads into lists, and under numbers. */
const deepest = 6;
const comment: PageRules = {
  name: 'a post',
  outside: 'story',
  fates: [['table.exif', { leftOut: 'data of pictures' }]],
};
/** Markup of the board in the plain text of archives. */
const boardMarks =
  /\[\/?(?:spoiler|code|b|i|u|o|s|aa|sub|sup|math|eqn|banned|moot|shiftjis|(?:fortune|qstcolor|color)[^[\]]{0,60})\]/giu;

type Row = Readonly<Record<string, unknown>>;

/** Every post in the document, in the order of the document; empty if it has none. */
export function parseBoard(document: unknown): readonly BoardPost[] {
  const posts: BoardPost[] = [];
  collectPosts(document, 0, posts);
  return posts;
}

function collectPosts(value: unknown, depth: number, posts: BoardPost[]): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  const post = isRow(value) ? (parsePost(value) ?? parseArchived(value)) : undefined;
  if (post !== undefined) posts.push(post);
  else for (const one of Object.values(value)) collectPosts(one, depth + 1, posts);
}

function isRow(value: object): value is Row {
  return !Array.isArray(value);
}

/** 4chan's shape: 4chan/4chan-API pages/Threads.md. The text is HTML. */
function parsePost(row: Row): BoardPost | undefined {
  const id = parseNumber(row['no']);
  const parent = parseNumber(row['resto']);
  if (id === undefined || parent === undefined) return undefined;
  return {
    id,
    thread: parent === 0 ? id : parent,
    name: parsePlain(row['name']),
    trip: parseText(row['trip']),
    poster: parseText(row['id']),
    subject: parsePlain(row['sub']),
    time: parseNumber(row['time']),
    body: parsePlain(row['com']) ?? '',
    isDeleted: false,
  };
}

/**
 * The archives' shape: FoolCode/FoolFuuka src/Model/CommentData.php, Comment.php. The text is plain, with the board's
 * markup.
 */
function parseArchived(row: Row): BoardPost | undefined {
  const id = parseNumber(row['num']);
  const thread = parseNumber(row['thread_num']);
  if (id === undefined || thread === undefined) return undefined;
  const isGhost = (parseNumber(row['subnum']) ?? 0) > 0;
  return {
    id: isGhost ? undefined : id,
    thread,
    name: parseText(row['name']),
    trip: parseText(row['trip']),
    poster: parseText(row['poster_hash']),
    subject: parseText(row['title']),
    time: parseNumber(row['timestamp']),
    body: (parseText(row['comment']) ?? '').replace(boardMarks, ''),
    isDeleted: parseNumber(row['deleted']) === 1,
  };
}

/** Accepts a number, or digits in a string. */
function parseNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{1,15}$/u.test(value)) return Number(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function parseText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\r', '').trim();
  return text === '' ? undefined : text;
}

function parsePlain(value: unknown): string | undefined {
  const markup = parseText(value);
  if (markup === undefined || !/[<&]/u.test(markup)) return markup;
  const { blocks } = readMarkup(markup, { rules: comment });
  return parseText(blocks.map(({ text }) => text).join('\n\n'));
}
