// Names a scene by its chapter and its number: a chapter may have several scenes, so its title alone does not tell which.

import { nameInStory } from '../parts/name-chapter.ts';

interface NamedScene {
  readonly id: number;
  /** Absent if the reader has not come to it, or if the story is gone. */
  readonly chapter: string | undefined;
  /** The story, if the world has more than one. */
  readonly story: string | undefined;
}

export function nameScene({ id, chapter, story }: NamedScene): string {
  if (chapter !== undefined) return `${nameInStory(chapter, story)} · scene ${id}`;
  return story === undefined ? `Scene ${id}` : `${story} · scene ${id}`;
}
