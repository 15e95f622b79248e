// Hook that tells chapters of one story apart that have the same title, as a novel in parts has them.

import { buildContentsQuestion } from '../client/first-questions.ts';
import { splitAddress } from '../client/split-address.ts';
import { useRoute } from '../client/use-route.ts';
import { nameApart } from './name-chapter.ts';

interface Chapter {
  readonly corpus: string;
  readonly threadId?: number | undefined;
}

/** Hook that returns a function, which adds a chapter's position to its title if other chapters share the title. */
export function useChapterTitle(world: string) {
  const stories = useRoute(...buildContentsQuestion(splitAddress(world).world)).data?.stories;
  return (title: string, { corpus, threadId }: Chapter): string =>
    nameApart(title, { threadId, chapters: stories?.find((one) => one.corpus === corpus)?.chapters ?? [] });
}
