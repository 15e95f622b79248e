// Parses a saved page of a XenForo forum into its posts: who wrote each, when, and which threadmark it bears.

import { type LeftOut, sumWords } from '../book.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { forumHead, forumPost } from '../sites/xenforo.ts';

export interface ForumPost {
  readonly id: number;
  readonly author: string | undefined;
  readonly time: number | undefined;
  readonly body: string;
  /** Its threadmark, and what the forum calls threadmarks of that kind; undefined for one without. */
  readonly mark: { readonly title: string; readonly category: string } | undefined;
}

export interface ForumPage {
  /** Of the thread. */
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
/** Who wrote a post and what it is called stands before its words. */
const headLength = 300_000;
export const mainCategory = 'Threadmarks';

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
