// Names a story by the title of its corpus, else by the title of its world.

import type { World } from './world.ts';

interface Told {
  readonly world: Pick<World, 'corpora' | 'title'>;
}

export function nameStory({ world }: Told, corpus: string): string {
  return world.corpora.find(({ name }) => name === corpus)?.title ?? world.title;
}
