// Reads the posts of a scene to look at them: also where the corpus was changed since.

import type { StoryPost } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { ReadableCorpus } from '../places/world-view.ts';

/** As the corpus has them now, the part of a long one that the scene showed. */
export function readScenePosts(corpus: ReadableCorpus, scene: LedgerScene): readonly StoryPost[] {
  const { threadId, firstPostId, lastPostId, span } = scene;
  const posts = corpus.readRange({
    threadId,
    startPostId: firstPostId,
    endPostId: lastPostId,
    tag: 'qm_post',
  });
  return span === undefined
    ? posts
    : posts.map((post) => ({ ...post, body: post.body.slice(span.start, span.end) }));
}
