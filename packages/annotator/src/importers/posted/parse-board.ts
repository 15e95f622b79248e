// Parses saved threads of image boards: the JSON of 4chan and of archives that run FoolFuuka, in whatever they wrap it.

import type { PageRules } from '../markup/page-rules.ts';
import { readMarkup } from '../markup/read-markup.ts';

export interface BoardPost {
  /** Undefined for what was posted in the archive alone, which has no number of the board. */
  readonly id: number | undefined;
  readonly thread: number;
  readonly name: string | undefined;
  /** What proves a name: a tripcode. */
  readonly trip: string | undefined;
  /** What the board calls a poster within one thread. */
  readonly poster: string | undefined;
  readonly subject: string | undefined;
  readonly time: number | undefined;
  readonly body: string;
  readonly isDeleted: boolean;
}

/** Archives put threads into lists, and those under their numbers; nobody goes deeper. */
const deepest = 6;
const comment: PageRules = {
  name: 'a post',
  outside: 'story',
  fates: [['table.exif', { leftOut: 'data of pictures' }]],
};
/** Marks of the board's own in what archives keep as plain text. */
const boardMarks =
  /\[\/?(?:spoiler|code|b|i|u|o|s|aa|sub|sup|math|eqn|banned|moot|shiftjis|(?:fortune|qstcolor|color)[^[\]]{0,60})\]/giu;

type Row = Readonly<Record<string, unknown>>;

/** Every post in the document, in its order; none when it is something else. */
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

/** As 4chan says it: 4chan/4chan-API pages/Threads.md. Words are HTML. */
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

/** As archives say it: FoolCode/FoolFuuka src/Model/CommentData.php, Comment.php. Words are plain, with marks of the board. */
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

/** Numbers come as such or as digits. */
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
