// Names a chapter by the title of its thread, without the name of its story in front.

import { stripStoryTitle } from './strip-story-title.ts';
import type { World } from './world.ts';

interface Told {
  readonly world: Pick<World, 'corpora' | 'title'>;
}

/** The chapters may have been named when the story had another title. */
export function nameChapter({ world }: Told, corpus: string, title: string): string {
  const story = world.corpora.find(({ name }) => name === corpus);
  const stripped = stripStoryTitle(title, story?.title ?? world.title);
  return stripped === title ? stripStoryTitle(title, story?.firstTitle ?? '') : stripped;
}
