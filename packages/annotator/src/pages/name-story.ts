// Names a story by the title of its corpus, else by the title of its world.

import type { Annotator } from '../journal/open-annotator.ts';

export function nameStory({ world }: Pick<Annotator, 'world'>, corpus: string): string {
  return world.corpora.find(({ name }) => name === corpus)?.title ?? world.title;
}
