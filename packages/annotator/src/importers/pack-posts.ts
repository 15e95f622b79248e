// Divides a chapter into posts of a readable size, between paragraphs.

import type { Span } from '../corpus/corpus.ts';
import { splitBody, splitIntoParagraphs } from '../corpus/split-body.ts';

interface PostSize {
  /** How many characters a post should have. */
  readonly aim: number;
  /** The maximum number of characters that a post may have. */
  readonly limit: number;
}

/** About 500 words, as in posts that people write. */
const defaultPostSize: PostSize = { aim: 3_000, limit: 4_000 };

/** The bodies of the posts, in order. Only white space between them is lost. */
export function packPosts(text: string, size: PostSize = defaultPostSize): readonly string[] {
  const body = text.trim();
  if (body === '') return [];
  const aim = body.length / Math.max(1, Math.round(body.length / size.aim));
  const paragraphs = splitIntoParagraphs(body).flatMap((span) => splitLong(body, span, size.limit));
  const posts: Span[] = [];
  for (const paragraph of paragraphs) {
    const last = posts.at(-1);
    if (last !== undefined && canJoin(last, paragraph, { ...size, aim })) {
      posts[posts.length - 1] = { start: last.start, end: paragraph.end };
    } else {
      posts.push(paragraph);
    }
  }
  return posts.map((span) => body.slice(span.start, span.end).trim()).filter((post) => post !== '');
}

/** Whether joining the two brings the post nearer to the size that it should have. */
function canJoin(post: Span, next: Span, size: PostSize): boolean {
  const joined = next.end - post.start;
  if (joined > size.limit) return false;
  const missing = size.aim - (post.end - post.start);
  return missing > 0 && joined - size.aim <= missing;
}

function splitLong(body: string, span: Span, limit: number): readonly Span[] {
  if (span.end - span.start <= limit) return [span];
  return splitBody(body.slice(span.start, span.end), limit).map((part) => ({
    start: span.start + part.start,
    end: span.start + part.end,
  }));
}
