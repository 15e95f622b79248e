// Tells whether a post has been reached by who stands at another one, in the order of the story as it is now.

import type { Corpus, Position, StoryPost, ThreadId } from './corpus.ts';
import { findStanding } from './find-standing.ts';

const threadPlaces = new WeakMap<Corpus, Map<ThreadId, number>>();

/** Whether a post stands at a position or before it; one that is gone stands where it stood. */
export function isReached(
  corpus: Corpus,
  post: Pick<StoryPost, 'postId'>,
  position: Pick<Position, 'postId'>,
): boolean {
  if (post.postId === position.postId) return true;
  const here = findStanding(corpus, post.postId);
  const end = findStanding(corpus, position.postId);
  if (here === undefined) return true;
  if (end === undefined) return false;
  if (here.threadId !== end.threadId)
    return readThreadPlace(corpus, here.threadId) <= readThreadPlace(corpus, end.threadId);
  const { threadId, postId } = end;
  return corpus.readRange({ threadId, startPostId: here.postId, endPostId: postId, limit: 1 }).length > 0;
}

/** Where a thread stands among all; a corpus may have grown since they were last listed. */
export function readThreadPlace(corpus: Corpus, threadId: ThreadId): number {
  const known = threadPlaces.get(corpus)?.get(threadId);
  if (known !== undefined) return known;
  const places = new Map<ThreadId, number>();
  for (const thread of corpus.iterateThreads()) places.set(thread.id, places.size);
  threadPlaces.set(corpus, places);
  return places.get(threadId) ?? Number.POSITIVE_INFINITY;
}
