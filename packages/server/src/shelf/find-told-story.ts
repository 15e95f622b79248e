// Finds an earlier story that is shown whole although it was not read to its end, because the reader is in a later story.

import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readStoryPoints } from '@terrarium/annotator/reader-place';

/**
 * Returns the title of an earlier story that the reader has not read to its end, but that is shown whole; undefined if
 * there is none.
 */
export function findToldStory(
  { world, corpora }: Pick<WorldView, 'world' | 'corpora'>,
  corpus: string,
): string | undefined {
  const points = readStoryPoints(world);
  const index = world.corpora.findIndex(({ name }) => name === corpus);
  return world.corpora.slice(0, Math.max(0, index)).find(({ name }) => {
    const story = corpora.get(name);
    const last = [...(story?.iterateThreads() ?? [])].at(-1);
    const left = points.find((point) => point.corpus === name);
    return last !== undefined && (left && story?.findPost(left.postId)?.threadId) !== last.id;
  })?.title;
}
