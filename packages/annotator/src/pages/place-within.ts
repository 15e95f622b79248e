// Place within a scene: whoever rereads a finished scene is shown, anywhere in it, the corrections that hold from its end.

import type { Revision } from '../glossary/revision.ts';

/**
 * The stop of a place inside a scene, for somebody who has already finished the scene: half-way between the end of the
 * previous scene and the end of this one.
 */
const within = 0.5;

/**
 * The last stop whose changes are known to a reader who is at a place within `scene` and has finished the scene
 * `reached`.
 */
export function findKnownStop(scene: number, reached: number): number {
  return scene <= reached ? scene - within : scene - 1;
}

/**
 * Returns a function that finds the stop of a revision: the end of its scene or, for a person's correction of an entry
 * that was read in an earlier scene, the stop within the scene. So no entry is known before the story names it.
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
