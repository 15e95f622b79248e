// Limits a corpus to what had been read of it: later threads and posts are not there, and a post begun is cut.

import type { PostId, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { findStanding } from '../corpus/find-standing.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { ReadableCorpus } from './world-view.ts';

/** `last` is the last scene that had been read of it. */
export function cutCorpus(corpus: ReadableCorpus, last: LedgerScene): ReadableCorpus {
  const threads = [...corpus.iterateThreads()];
  const end = findStanding(corpus, last.lastPostId);
  const known = threads.slice(0, threads.findIndex(({ id }) => id === end?.threadId) + 1);
  const places = new Map<ThreadId, number>(known.map(({ id }, place) => [id, place]));
  const isKnown = ({ postId }: StoryPost): boolean => {
    const here = findStanding(corpus, postId);
    if (here === undefined || postId === last.lastPostId) return true;
    if (end === undefined || here.threadId !== end.threadId) return places.has(here.threadId);
    return isBefore(corpus, here, end.postId);
  };
  const show = (post: StoryPost): readonly StoryPost[] => {
    if (!isKnown(post)) return [];
    const isCut = post.postId === last.lastPostId && last.span !== undefined;
    return [isCut ? { ...post, body: post.body.slice(0, last.span?.end) } : post];
  };
  const findPost = (id: PostId) =>
    [corpus.findPost(id)].flatMap((post) => (post === undefined ? [] : show(post)))[0];
  return {
    name: corpus.name,
    iterateThreads: () => known,
    findThread: (id) => known.find((thread) => thread.id === id),
    findPost,
    findFormer: (id) => (findPost(id) === undefined ? undefined : corpus.findFormer(id)),
    readRange: (range) => corpus.readRange(range).flatMap(show),
  };
}

function isBefore(
  corpus: ReadableCorpus,
  { threadId, postId }: Pick<StoryPost, 'threadId' | 'postId'>,
  other: PostId,
): boolean {
  const range = { threadId, startPostId: postId, endPostId: other, limit: 1 };
  return corpus.readRange(range).length > 0;
}
