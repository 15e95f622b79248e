// Hook that names a story if a world has several, so that chapters of the same name can be told apart.

import { buildHomeQuestion } from './first-questions.ts';
import { splitAddress } from './split-address.ts';
import { useRoute } from './use-route.ts';

export type NameStory = (corpus: string) => string | undefined;

/**
 * Hook that returns a function: it gives the name of a story, and undefined in a world with one story, whose name would
 * say nothing more.
 */
export function useStoryName(world: string): NameStory {
  const stories = useRoute(...buildHomeQuestion(splitAddress(world).world)).data?.stories ?? [];
  return (corpus) =>
    stories.length < 2 ? undefined : stories.find((story) => story.corpus === corpus)?.title;
}
