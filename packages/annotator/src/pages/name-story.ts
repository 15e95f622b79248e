// Names a story as its titles repeat it.

import type { Annotator } from '../journal/open-annotator.ts';

export function nameStory({ world }: Pick<Annotator, 'world'>, corpus: string): string {
  return world.corpora.find(({ name }) => name === corpus)?.title ?? world.title;
}
