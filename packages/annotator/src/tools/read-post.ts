// The tool `read_post`: shows a post that the model has read already, and the posts around it if the model asks for them.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import type { PostId } from '../corpus/corpus.ts';
import { renderElement } from '../prompts/render-element.ts';
import { cutToShown, findReadablePost, findReadCorpus, type ReadablePost } from './reading-limit.ts';
import { renderPostElement } from './render-answer.ts';
import { buildTolerantObject, tolerantBoolean, tolerantInteger } from './tolerant-input.ts';
import type { LookingContext } from './tool-context.ts';

const adjacent = 2;
const maxAdjacent = 10;
/** About 3,000 tokens: a small window has room for this beside a scene. */
const maxShownCharacters = 12_000;

const input = buildTolerantObject(
  {
    post_id: tolerantInteger,
    include_adjacent: tolerantBoolean.optional(),
    before: tolerantInteger.optional(),
    after: tolerantInteger.optional(),
  },
  { id: 'post_id', post: 'post_id' },
);

export const readPost = buildTool<typeof input, LookingContext>({
  name: 'read_post',
  description: 'Read an earlier post again; adjacent ones (2 each way) if asked.',
  isWrite: false,
  input,
  run(call, context): ToolAnswer {
    const corpus = findReadCorpus(context);
    const post = findReadablePost(context, call.post_id as PostId);
    if (corpus === undefined || post === undefined) return refuse(context, call.post_id);
    const isWide = call.include_adjacent === true;
    const before = clampAdjacent(call.before, isWide);
    const after = clampAdjacent(call.after, isWide || call.before !== undefined);
    const posts = corpus
      .readAdjacent(post.postId, before, after)
      .filter((other) => findReadablePost(context, other.postId) !== undefined)
      .map((other) => cutToShown(other, context));
    return { ok: true, say: renderPosts('posts', {}, posts) };
  },
});

/** Renders posts until `maxShownCharacters` are used up: the last may be cut, and the first omitted one is named. */
export function renderPosts(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  posts: readonly ReadablePost[],
): string {
  const shown: string[] = [];
  let left = maxShownCharacters;
  for (const post of posts) {
    if (left <= 0) break;
    shown.push(renderPostElement(post, left));
    left -= post.span.end - post.span.start;
  }
  const omitted = posts.slice(shown.length)[0]?.postId;
  const note = omitted === undefined ? [] : [renderElement('omitted', { from_post: omitted })];
  return renderElement(name, attributes, `\n${[...shown, ...note].join('\n')}\n`);
}

function clampAdjacent(asked: number | undefined, isWide: boolean): number {
  return Math.min(Math.max(0, asked ?? (isWide ? adjacent : 0)), maxAdjacent);
}

function refuse(context: LookingContext, postId: number): ToolAnswer {
  const isThere = findReadCorpus(context)?.findPost(postId as PostId) !== undefined;
  const last = context.position.postId;
  const why = isThere ? `Post ${postId} comes later in the story` : `There is no post ${postId}`;
  return { ok: false, say: `${why}. You have read up to post ${last}.` };
}
