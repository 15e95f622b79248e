// Names a scene by its chapter and its number: a chapter may have several scenes, so its title alone does not tell which.

import { nameTitle } from '../parts/name-chapter.ts';

export function nameScene(id: number, chapter: string | undefined): string {
  return chapter === undefined ? `Scene ${id}` : `${nameTitle(chapter)} · scene ${id}`;
}
