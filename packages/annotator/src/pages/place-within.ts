// Places a person's corrections within a scene, although they hold from its end, for readers who have finished the scene.

import type { Revision } from '../glossary/revision.ts';

/**
 * A stop half-way between the end of the scene before and the end of a scene. It stands for what somebody who has
 * finished the scene knows at a place inside it.
 */
const within = 0.5;

/** The last stop that is known, within a scene, to a reader who has come past the scene `reached`. */
export function findKnownStop(scene: number, reached: number): number {
  return scene <= reached ? scene - within : scene - 1;
}

/**
 * The stop of each revision: the end of its scene or, for a person's correction of an entry that existed before, the
 * stop within the scene. The creation of an entry is not moved, so that no entry is known before the story names it.
 */
export function buildStopFinder(
  revisions: readonly Pick<Revision, 'id' | 'author'>[],
  findScene: (revision: number) => number | undefined,
): (revision: number) => number | undefined {
  const read = revisions.filter(({ author }) => author !== 'human');
  const first = Math.min(...read.flatMap(({ id }) => findScene(id) ?? []));
  const own = new Set<number>(revisions.filter(({ author }) => author === 'human').map(({ id }) => id));
  return (revision) => {
    const scene = findScene(revision);
    return scene !== undefined && scene > first && own.has(revision) ? scene - within : scene;
  };
}
