// Contents: the stories of a world, chapter by chapter.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;
export type ShownStory = Contents['stories'][number];

/** An earlier story that was not read to its end: from here on the glossary shows all of it. */
export function findToldStory({ stories, standing }: Contents, corpus: string): string | undefined {
  const before = stories.slice(
    0,
    stories.findIndex((one) => one.corpus === corpus),
  );
  return before.find((one) => {
    const left = standing.others.find((other) => other.corpus === one.corpus);
    return one.chapters.at(-1)?.threadId !== left?.threadId;
  })?.title;
}
