// Hook that names a story if a world has several, so that chapters of the same name can be told apart.

import { buildHomeQuestion } from './first-questions.ts';
import { splitAddress } from './split-address.ts';
import { useRoute } from './use-route.ts';

export type NameStory = (corpus: string) => string | undefined;

/**
 * Hook that returns a function from the id of a story to its name. The name is undefined in a world with one story,
 * where it would tell nothing, and as long as the stories have not come.
 */
export function useStoryName(world: string): NameStory {
  const stories = useRoute(...buildHomeQuestion(splitAddress(world).world)).data?.stories ?? [];
  return (corpus) =>
    stories.length < 2 ? undefined : stories.find((story) => story.corpus === corpus)?.title;
}
