// Finds where in the story as it is now a post stands: one that is gone stood behind one that stayed.

import type { Corpus, PostId, StoryPost } from './corpus.ts';

/** The post itself, else the last before it that is still there; undefined where nothing before it is. */
export function findStanding(
  corpus: Pick<Corpus, 'findFormer' | 'findPost'>,
  id: PostId,
): StoryPost | undefined {
  let at: PostId | undefined = id;
  while (at !== undefined) {
    const former = corpus.findFormer(at);
    if (former === undefined) return corpus.findPost(at);
    at = former.behind;
  }
  return undefined;
}
