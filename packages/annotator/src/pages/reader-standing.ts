// Finds where the reader of a world is: at the sentence where they left the story, or at a place that they named.

import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { isReached, readThreadPlace } from '../corpus/is-reached.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { findSceneEnd } from '../moments/find-scene-end.ts';
import {
  type ReadingPoint,
  readKeptPlace,
  readReaderPlace,
  readReadingPoint,
  readStoryPoints,
  restoreReaderLimit,
  writeReadingPoint,
} from '../moments/reader-place.ts';
import { hasMoment, resolveMoment } from '../moments/resolve-moment.ts';

export interface ReaderStanding {
  readonly corpus: string;
  readonly threadId: ThreadId;
  /** The sentence at which the reader left the reading view; undefined if they typed the place. */
  readonly point: ReadingPoint | undefined;
  /** Whether the reader has come to the end of the chapter. */
  readonly isThrough: boolean;
  /** The points at which the reader left other stories of the world. */
  readonly others: readonly (ReadingPoint & ThreadRef)[];
}

export function findReaderStanding(annotator: Annotator): ReaderStanding | undefined {
  const place = readReaderPlace(annotator.world);
  return place === undefined ? undefined : findStanding(annotator, place);
}

/** Where the reader is in the story, even while they see the whole story. */
export function findKeptStanding(annotator: Annotator): ReaderStanding | undefined {
  const place = findKeptPlace(annotator);
  return place === undefined ? undefined : findStanding(annotator, place);
}

/**
 * The reader's place, even while they see the whole story. If the stories have changed, a typed place may no longer
 * mean anything, or may mean several places: a reader who sees the whole story then has no place.
 */
export function findKeptPlace(annotator: Annotator): string | undefined {
  const place = readKeptPlace(annotator.world);
  if (place === undefined || readReaderPlace(annotator.world) !== undefined) return place;
  return hasMoment(annotator, place) ? place : undefined;
}

function findStanding(annotator: Annotator, place: string): ReaderStanding | undefined {
  const point = readReadingPoint(annotator.world);
  const post = point && annotator.corpora.get(point.corpus)?.findPlace(point.postId);
  if (point !== undefined && post !== undefined) {
    const { corpus } = point;
    const isThrough = isChapterEnd(annotator, point);
    return { corpus, threadId: post.threadId, point, isThrough, others: listOthers(annotator, corpus) };
  }
  const moment = resolveMoment(annotator, place);
  const scene = moment.at === 'scene' ? annotator.stores.ledger.findScene(moment.sceneId) : undefined;
  if (scene === undefined) return undefined;
  const { corpus, threadId } = scene;
  const isThrough = annotator.stores.ledger.readThreadScenes(scene).every(({ id }) => id <= scene.id);
  return { corpus, threadId, point: undefined, isThrough, others: listOthers(annotator, corpus) };
}

/** Whether the chapter ends at this sentence. */
export function isChapterEnd({ corpora }: Annotator, { corpus, postId, offset }: ReadingPoint): boolean {
  const [post, next] = corpora.get(corpus)?.readAdjacent(postId, 0, 1) ?? [];
  return post !== undefined && next === undefined && isPostEnd(post.body, offset);
}

function isPostEnd(body: string, offset: number): boolean {
  return offset >= body.trimEnd().length;
}

function listOthers({ world, corpora }: Annotator, open: string): ReaderStanding['others'] {
  return readStoryPoints(world).flatMap((point) => {
    const threadId = corpora.get(point.corpus)?.findPlace(point.postId)?.threadId;
    return point.corpus === open || threadId === undefined ? [] : [{ ...point, threadId }];
  });
}

/**
 * Moves the reader's place to a sentence. If the sentence comes before the point at which the reader left its story,
 * moves the place to that point instead. If it comes before a place that the reader typed, the place stays. In each
 * case, the reader then sees the story only up to their place.
 */
export function moveReadingPoint(annotator: Annotator, point: ReadingPoint): void {
  const kept = readStoryPoints(annotator.world).find(({ corpus }) => corpus === point.corpus);
  if (isAhead(annotator, point)) setReadingPoint(annotator, point);
  else if (kept !== undefined) setReadingPoint(annotator, kept);
  else restoreReaderLimit(annotator.world);
}

/** Sets the reader's place to a sentence. Throws `UsageError` if the story has no such post. */
export function setReadingPoint(annotator: Annotator, point: ReadingPoint): void {
  const { corpus: name, postId, offset } = point;
  const corpus = annotator.corpora.get(point.corpus);
  const body = corpus?.findBody(point.postId);
  if (corpus === undefined || body === undefined || corpus.findPlace(point.postId) === undefined) {
    throw new UsageError({
      code: 'story.no-post',
      happened: `The story has no post ${point.postId}.`,
      todo: 'Open a chapter from the list: the story may have changed.',
    });
  }
  const place = `${isPostEnd(body, point.offset) ? 'after' : 'before'} post:${postId}@${name}`;
  writeReadingPoint(annotator.world, place, { corpus: name, postId, offset });
}

/**
 * Whether a sentence is at the reader's point or typed place in its story, or after it; always true in a story that the
 * reader has not begun.
 */
function isAhead(annotator: Annotator, point: ReadingPoint): boolean {
  const own = readStoryPoints(annotator.world).find(({ corpus }) => corpus === point.corpus);
  const kept = own ?? findTypedPoint(annotator);
  if (kept === undefined || kept.corpus !== point.corpus) return true;
  if (kept.postId === point.postId) return point.offset >= kept.offset;
  const corpus = annotator.corpora.get(point.corpus);
  return corpus === undefined || !isReached(corpus, point, kept);
}

/** The end of the scene to which a typed place leads. */
function findTypedPoint(annotator: Annotator): ReadingPoint | undefined {
  const place = findKeptPlace(annotator);
  const moment = place === undefined ? undefined : resolveMoment(annotator, place);
  const scene = moment?.at === 'scene' ? annotator.stores.ledger.findScene(moment.sceneId) : undefined;
  const corpus = scene && annotator.corpora.get(scene.corpus);
  if (scene === undefined || corpus === undefined) return undefined;
  const end = findSceneEnd(corpus, annotator.stores.ledger, scene)?.postId ?? scene.lastPostId;
  return { corpus: scene.corpus, postId: end, offset: Number.MAX_SAFE_INTEGER };
}

/** Whether the reader has come to a chapter. Each story is read from its own beginning. */
export function isReachedThread(
  { corpora, world }: Annotator,
  thread: { readonly corpus: string; readonly threadId: ThreadId },
  standing: ReaderStanding,
): boolean {
  const other = standing.others.find(({ corpus }) => corpus === thread.corpus);
  if (thread.corpus !== standing.corpus && other === undefined) {
    const order = world.corpora.map(({ name }) => name);
    return order.indexOf(thread.corpus) < order.indexOf(standing.corpus);
  }
  const corpus: Corpus | undefined = corpora.get(thread.corpus);
  if (corpus === undefined) return false;
  const last = thread.corpus === standing.corpus ? standing.threadId : (other ?? standing).threadId;
  return readThreadPlace(corpus, thread.threadId) <= readThreadPlace(corpus, last);
}
