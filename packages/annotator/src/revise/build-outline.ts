// Outlines a story for the comparison of two versions: its threads and posts, with digests of their words.

import { createHash } from 'node:crypto';
import type { Corpus, PostId, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { splitIntoParagraphs } from '../corpus/split-body.ts';

export interface OutlinePost {
  readonly id: PostId;
  /**
   * Digests of the post's words: one for each paragraph if posts are only pieces of a text, otherwise one for the whole
   * post.
   */
  readonly units: readonly string[];
  /** The post's author, subject and tags: posts with different values are never joined. */
  readonly look: string;
}

export interface OutlineThread {
  readonly id: ThreadId;
  readonly title: string;
  readonly posts: readonly OutlinePost[];
}

/** How many posts are in memory at the same time. */
const page = 200;
const digestLength = 16;

/** `isDivided`: whether the posts are pieces of a running text, which another version may cut at other places. */
export function buildOutline(corpus: Corpus, isDivided: boolean): readonly OutlineThread[] {
  return [...corpus.iterateThreads()].map(({ id, title }) => ({
    id,
    title,
    posts: [...iteratePosts(corpus, id)].map((post) => buildPostOutline(post, isDivided)),
  }));
}

/** Lists the paragraphs of a body, without the white space around them; at least one. */
export function listParagraphs(body: string): readonly string[] {
  const paragraphs = splitIntoParagraphs(body).map(({ start, end }) => body.slice(start, end).trim());
  const said = paragraphs.filter((text) => text !== '');
  return said.length > 0 ? said : [''];
}

/**
 * Computes a digest that is equal for texts that differ only in typing, wrapping or markup, because these depend on
 * the format and the program.
 */
export function hashWords(text: string): string {
  return hashText(foldTyping(text));
}

const straight: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '…': '...',
};

/**
 * Makes texts equal if they differ only in white space, typographic quotes and dashes, marks of emphasis, or composed
 * letters.
 */
function foldTyping(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[_*\u00ad]+/gu, '')
    .replace(/[‘’‚‛“”„‟…]/gu, (sign) => straight[sign] ?? sign)
    .replace(/\s+/gu, ' ')
    .replace(/ ?[-‐‑‒–—―−]+ ?/gu, '-')
    .trim();
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
}

function buildPostOutline(
  { postId, body, author, subject, tags }: StoryPost,
  isDivided: boolean,
): OutlinePost {
  const units = (isDivided ? listParagraphs(body) : [body]).map(hashWords);
  return { id: postId, units, look: JSON.stringify([author, subject, tags]) };
}

function* iteratePosts(corpus: Corpus, threadId: ThreadId): Generator<StoryPost> {
  let last: PostId | undefined;
  for (;;) {
    const found = corpus.readRange({ threadId, startPostId: last, limit: page });
    const posts = last === undefined ? found : found.slice(1);
    if (posts.length === 0) return;
    yield* posts;
    last = posts.at(-1)?.postId;
  }
}
