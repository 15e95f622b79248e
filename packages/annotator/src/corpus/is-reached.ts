// Finds the place of a post in the current story, and tells whether it is at or before a position.

import type { Corpus, Position, PostId, PostPlace, StoryPost, ThreadId } from './corpus.ts';

const threadPlaces = new WeakMap<Corpus, Map<ThreadId, number>>();

/**
 * Whether a post is at a position or before it. If a post is gone, the last post before it that is still there counts;
 * if there is none, the post counts as coming before all others.
 */
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
  return here.ordinal <= end.ordinal;
}

/** Index of a thread among all threads. If the thread is not known yet, all threads are listed again. */
export function readThreadPlace(corpus: Corpus, threadId: ThreadId): number {
  const known = threadPlaces.get(corpus)?.get(threadId);
  if (known !== undefined) return known;
  const places = new Map<ThreadId, number>();
  for (const thread of corpus.iterateThreads()) places.set(thread.id, places.size);
  threadPlaces.set(corpus, places);
  return places.get(threadId) ?? Number.POSITIVE_INFINITY;
}

/**
 * The place of the post or, if the post is gone, of the last post before it that is still there; undefined when there
 * is none.
 */
export function findStanding(
  corpus: Pick<Corpus, 'findFormer' | 'findPlace'>,
  id: PostId,
): PostPlace | undefined {
  let at: PostId | undefined = id;
  while (at !== undefined) {
    const former = corpus.findFormer(at);
    if (former === undefined) return corpus.findPlace(at);
    at = former.behind;
  }
  return undefined;
}
