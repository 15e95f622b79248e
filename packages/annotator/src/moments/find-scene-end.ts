// Finds where a scene ends in the present story, and its posts there, also if some were replaced since it was read.

import type { Corpus, PostPlace, StoryPost } from '../corpus/corpus.ts';
import { findPlaceNow, findStart, type PlacedCorpus } from '../corpus/find-replacement.ts';
import { findStanding } from '../corpus/is-reached.ts';
import type { LedgerScene, LedgerStore } from '../journal/ledger-store.ts';

type ThreadLedger = Pick<LedgerStore, 'readThreadScenes'>;

/**
 * The last post of a scene, or the last of the posts that took its place. Posts that also replace posts of the next
 * scene may tell what comes later, so they belong to that scene. Undefined if the story no longer has anything of the
 * scene or before it.
 */
export function findSceneEnd(
  corpus: PlacedCorpus,
  { readThreadScenes }: ThreadLedger,
  scene: LedgerScene,
): PostPlace | undefined {
  const { lastPostId, threadId, sceneIndex } = scene;
  const end = findPlaceNow(corpus, lastPostId, 'last');
  if (end === undefined || corpus.findFormer(lastPostId) === undefined)
    return end ?? findStanding(corpus, lastPostId);
  const next = readThreadScenes({ corpus: scene.corpus, threadId }).find(
    (one) => one.sceneIndex > sceneIndex,
  );
  const limit = next && findPlaceNow(corpus, next.firstPostId, 'first');
  return limit !== undefined && limit.ordinal <= end.ordinal ? findStanding(corpus, lastPostId) : end;
}

/** The scene's posts as they are in the story now; of a long post, only the part that the scene shows. */
export function readPresentPosts(
  corpus: PlacedCorpus & Pick<Corpus, 'readRange'>,
  ledger: ThreadLedger,
  scene: LedgerScene,
): readonly StoryPost[] {
  const { threadId, firstPostId, span } = scene;
  const [start, end] = [findStart(corpus, firstPostId), findSceneEnd(corpus, ledger, scene)];
  if (end?.threadId !== threadId) return [];
  const isWithin = start?.threadId === threadId;
  const isBehind = isWithin && findPlaceNow(corpus, firstPostId, 'first') === undefined;
  const range = { threadId, startPostId: isWithin ? start.postId : undefined, endPostId: end.postId };
  return corpus
    .readRange({ ...range, tag: 'qm_post' })
    .filter(({ postId }) => !isBehind || postId !== start.postId)
    .map((post) =>
      span === undefined || post.postId !== firstPostId
        ? post
        : { ...post, body: post.body.slice(span.start, span.end) },
    );
}
