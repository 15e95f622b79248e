// Finds what stands in the present story in place of a post that is gone.

import type { Corpus, FormerPost, PostId, PostPlace } from './corpus.ts';
import { findStanding } from './is-reached.ts';

/** How many versions of a story are followed to the present one. */
const mostVersions = 200;

/**
 * Follows a post that is gone from version to version, to the posts that took its place. Undefined if the post is still
 * there, or if nothing took its place.
 */
export function findReplacement(corpus: Pick<Corpus, 'findFormer'>, postId: PostId): FormerPost['now'] {
  const follow = (id: PostId, end: 'first' | 'last'): PostId | undefined => {
    const former = corpus.findFormer(id);
    return former === undefined ? id : former.now?.[end];
  };
  let reach = corpus.findFormer(postId)?.now;
  for (let version = 0; reach !== undefined && version < mostVersions; version += 1) {
    const [first, last] = [follow(reach.first, 'first'), follow(reach.last, 'last')];
    if (first === undefined || last === undefined) return undefined;
    if (first === reach.first && last === reach.last) return reach;
    reach = { first, last };
  }
  return undefined;
}

export type PlacedCorpus = Pick<Corpus, 'findFormer' | 'findPlace'>;

/**
 * The place of a post or, if it is gone, of the first or last post in its thread that took its place. Undefined if none
 * did.
 */
export function findPlaceNow(corpus: PlacedCorpus, id: PostId, end: 'first' | 'last'): PostPlace | undefined {
  const former = corpus.findFormer(id);
  if (former === undefined) return corpus.findPlace(id);
  const now = findReplacement(corpus, id);
  const place = now === undefined ? undefined : corpus.findPlace(now[end]);
  return place?.threadId === former.threadId ? place : undefined;
}

/** Where a post begins in the present story; if nothing took its place, the last post before it that is still there. */
export function findStart(corpus: PlacedCorpus, id: PostId): PostPlace | undefined {
  return findPlaceNow(corpus, id, 'first') ?? findStanding(corpus, id);
}
