// Finds which parts of the story that were read are known in a view, and still stand in the story.

import { findReplacement } from '../corpus/find-replacement.ts';
import type { ReadPart } from '../glossary/read-parts.ts';
import type { StoryReach, StoryWordsStore } from '../glossary/story-words-store.ts';
import type { WorldView } from './open-world-view.ts';

/**
 * The parts of a corpus, or of all, up to the place of the view. A post that is gone from the story is left out if
 * nothing took its place, or once what took its place was read; until then, its words are the only ones that are known.
 */
export function openStoryReach(
  { corpora, lastPart = Number.MAX_SAFE_INTEGER }: WorldView,
  { measureRead }: Pick<StoryWordsStore, 'measureRead'>,
  corpus: string | undefined,
): StoryReach {
  const isKnown = ({ position }: ReadPart): boolean =>
    corpora.get(position.corpus)?.findPost(position.postId) !== undefined;
  const isGone = ({ position }: ReadPart): boolean => {
    const story = corpora.get(position.corpus);
    if (story?.findFormer(position.postId) === undefined) return false;
    const now = findReplacement(story, position.postId);
    if (now === undefined) return true;
    return measureRead(position.corpus, now.first) > 0 && story.findPlace(now.first) !== undefined;
  };
  return { lastPart, isKnown, isGone, corpus };
}
