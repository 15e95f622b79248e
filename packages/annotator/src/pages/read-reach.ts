// Finds how far the person has read each post: up to the sentence where they left the story, or to a place they typed.

import type { Position, PostId } from '../corpus/corpus.ts';
import { readThreadPlace } from '../corpus/is-reached.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { readReaderPlace } from '../moments/reader-place.ts';
import { findReaderStanding } from './reader-standing.ts';

/** Returns how many characters of a post were read: 0 if none were, or if the post is gone from the story. */
export type ReadReach = (position: Position) => number;

const all = Number.POSITIVE_INFINITY;

/** `view` is the world as it is known at the reader's place. */
export function buildReadReach(annotator: Annotator, view: WorldView): ReadReach {
  const { corpora, world } = annotator;
  if (readReaderPlace(world) === undefined)
    return ({ corpus, postId }) => (corpora.get(corpus)?.findPlace(postId) === undefined ? 0 : all);
  const standing = findReaderStanding(annotator);
  // A typed place is the end of a scene, and the view ends there too.
  if (standing?.point === undefined)
    return ({ corpus, postId }) => view.corpora.get(corpus)?.findPost(postId)?.body.length ?? 0;
  const points = new Map([standing.point, ...standing.others].map((point) => [point.corpus, point]));
  const order = world.corpora.map(({ name }) => name);
  const here = order.indexOf(standing.corpus);
  return (position) => {
    const point = points.get(position.corpus);
    if (point !== undefined) return measureReach(annotator, position, point);
    const isBefore = order.indexOf(position.corpus) < here;
    return isBefore && corpora.get(position.corpus)?.findPlace(position.postId) !== undefined ? all : 0;
  };
}

interface Point {
  readonly postId: PostId;
  readonly offset: number;
}

function measureReach({ corpora }: Annotator, position: Position, { postId, offset }: Point): number {
  const corpus = corpora.get(position.corpus);
  const end = corpus?.findPlace(postId);
  if (corpus === undefined || end === undefined) return 0;
  const findChapter = (thread: Position['threadId']) => readThreadPlace(corpus, thread);
  // Most posts are in other chapters. A post whose chapter comes after the point need not be looked up.
  if (findChapter(position.threadId) > findChapter(end.threadId)) return 0;
  const at = corpus.findPlace(position.postId);
  if (at === undefined) return 0;
  if (at.threadId !== end.threadId) return findChapter(at.threadId) < findChapter(end.threadId) ? all : 0;
  if (at.ordinal === end.ordinal) return offset;
  return at.ordinal < end.ordinal ? all : 0;
}
