// The tool `read_thread_range`: shows a stretch of a thread, as far as the model has read.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import { renderPosts } from './read-post.ts';
import { cutToShown, findReadablePost, findReadCorpus, isThreadReached } from './reading-limit.ts';
import { buildTolerantObject, tolerantInteger } from './tolerant-input.ts';
import type { LookingContext } from './tool-context.ts';

const maxPosts = 50;

const input = buildTolerantObject(
  {
    thread_id: tolerantInteger,
    start_post_id: tolerantInteger.optional(),
    end_post_id: tolerantInteger.optional(),
    tag_filter: z.string().optional().describe('Such as qm_post'),
  },
  { thread: 'thread_id', start: 'start_post_id', end: 'end_post_id', tag: 'tag_filter' },
);

export const readThreadRange = buildTool<typeof input, LookingContext>({
  name: 'read_thread_range',
  description: `Read up to ${maxPosts} earlier posts of a thread in order.`,
  isWrite: false,
  input,
  run(call, context): ToolAnswer {
    const { position } = context;
    const corpus = findReadCorpus(context);
    const threadId = call.thread_id as ThreadId;
    if (corpus?.findThread(threadId) === undefined)
      return { ok: false, say: `There is no thread ${threadId}.` };
    if (!isThreadReached(corpus, threadId, position)) {
      return {
        ok: false,
        say: `Thread ${threadId} comes later in the story. You are in thread ${position.threadId}.`,
      };
    }
    const posts = corpus
      .readRange({
        threadId,
        startPostId: findBorder(call.start_post_id),
        endPostId: findBorder(call.end_post_id),
        tag: call.tag_filter,
        limit: maxPosts,
      })
      .filter((post) => findReadablePost(context, post.postId) !== undefined)
      .map((post) => cutToShown(post, context));
    if (posts.length > 0) return { ok: true, say: renderPosts('posts', { thread: threadId }, posts) };
    return {
      ok: false,
      say: `You have read no such post of thread ${threadId}. You have read up to post ${position.postId}.`,
    };
  },
});

function findBorder(postId: number | undefined): PostId | undefined {
  return postId === undefined ? undefined : (postId as PostId);
}
