// Tests where a scene ends in the present story when posts at its end were replaced.

import { describe, expect, it } from 'vitest';
import type { FormerPost, PostId, ThreadId } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import { findSceneEnd } from './find-scene-end.ts';

const thread = 1 as ThreadId;

interface Told {
  /** The posts of the present story, in order. */
  readonly posts: readonly number[];
  /** Former posts, each with the first and last post in its place and the last kept post before it. */
  readonly formers: Readonly<Record<number, readonly [first: number, last: number, behind?: number]>>;
  /** The first and last post of each scene, as they were read. */
  readonly scenes: readonly (readonly [first: number, last: number])[];
}

/** The post at which each scene ends. */
function listEnds({ posts, formers, scenes }: Told): readonly (number | undefined)[] {
  const findFormer = (id: PostId): FormerPost | undefined => {
    const found = formers[id];
    if (found === undefined) return undefined;
    const [first, last, behind] = found;
    const now = { first: first as PostId, last: last as PostId };
    const rest = { author: undefined, time: undefined, subject: undefined, body: '', tags: [] };
    return { postId: id, threadId: thread, ...rest, now, behind: behind as PostId | undefined };
  };
  const findPlace = (id: PostId) => {
    const ordinal = posts.indexOf(id);
    return ordinal === -1 ? undefined : { postId: id, threadId: thread, ordinal };
  };
  const read = scenes.map(
    ([first, last], sceneIndex) =>
      ({
        corpus: 'story',
        threadId: thread,
        sceneIndex,
        firstPostId: first,
        lastPostId: last,
      }) as LedgerScene,
  );
  const ledger = { readThreadScenes: () => read };
  return read.map((scene) => findSceneEnd({ findFormer, findPlace }, ledger, scene)?.postId);
}

describe('the end of a scene in the present story', () => {
  it('FO9: is the last of the posts that took the place of its last post', () => {
    const told = {
      posts: [1, 5, 6, 3],
      formers: { 2: [5, 6, 1] },
      scenes: [
        [1, 2],
        [3, 3],
      ],
    } as const;
    expect(listEnds(told)).toEqual([6, 3]);
  });

  it('FO9: is followed through several versions', () => {
    const told = {
      posts: [1, 6, 3],
      formers: { 2: [5, 5, 1], 5: [6, 6, 1] },
      scenes: [
        [1, 2],
        [3, 3],
      ],
    } as const;
    expect(listEnds(told)).toEqual([6, 3]);
  });

  it('FO9: comes before posts that also replace posts of the next scene', () => {
    const told = {
      posts: [1, 5, 6, 4],
      formers: { 2: [5, 6, 1], 3: [5, 6, 1] },
      scenes: [
        [1, 2],
        [3, 4],
      ],
    } as const;
    expect(listEnds(told)).toEqual([1, 4]);
  });
});
