// Finds the scene in which a place of the story was read.

import type { SceneId } from '../context/message-log.ts';
import type { PostId, PostPlace, ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { findPlaceNow } from '../corpus/find-replacement.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { findSceneEnd } from '../moments/find-scene-end.ts';

export interface TextPlace {
  readonly corpus: string;
  readonly postId: PostId;
  /** UTF-16 units of the post's body before the place. */
  readonly offset: number;
}

/** A scene of a thread, with the ordinals of its first and last post. */
export interface PlacedScene {
  readonly scene: LedgerScene;
  readonly first: number;
  readonly last: number;
}

/**
 * The scenes in reading order. A scene whose posts were replaced stands where the new posts stand; it is left out if
 * nothing took their place, or if what did also replaces posts of the scene before it.
 */
export function listPlacedScenes(
  { corpora, stores }: Annotator,
  thread: { readonly corpus: string; readonly threadId: ThreadId },
): readonly PlacedScene[] {
  const corpus = corpora.get(thread.corpus);
  if (corpus === undefined) return [];
  const scenes = stores.ledger.readThreadScenes(thread);
  return scenes.flatMap((scene, at) => {
    const first = findPlaceNow(corpus, scene.firstPostId, 'first')?.ordinal;
    const last = findSceneEnd(corpus, stores.ledger, scene)?.ordinal;
    if (first === undefined || last === undefined || last < first) return [];
    const former = corpus.findFormer(scene.firstPostId) && scenes[at - 1];
    const before = former && findPlaceNow(corpus, former.lastPostId, 'last')?.ordinal;
    return before !== undefined && first <= before ? [] : [{ scene, first, last }];
  });
}

/** The last scene that begins at the place or before it; undefined if the place is before the thread's first scene. */
export function findSceneAt(
  scenes: readonly PlacedScene[],
  place: PostPlace,
  offset: number,
): LedgerScene | undefined {
  return scenes.findLast(({ scene, first }) => {
    if (first !== place.ordinal) return first < place.ordinal;
    return scene.span === undefined || scene.span.start <= offset;
  })?.scene;
}

/**
 * Returns the number of the scene that a reader at the place is reading: at this place, everything that was learnt
 * from earlier scenes is known. If no scene of the thread begins before the place, returns the thread's first scene.
 * If the thread has no scenes, returns the number after all earlier scenes.
 */
export function findOpenScene(
  annotator: Annotator,
  thread: ThreadRef,
  { scenes, found }: { readonly scenes: readonly PlacedScene[]; readonly found: LedgerScene | undefined },
): number {
  const open = found ?? scenes[0]?.scene;
  return open === undefined ? (findLastBefore(annotator, thread)?.id ?? 0) + 1 : open.id;
}

/**
 * Returns the last scene of the earlier threads of this story; if they have none, the last scene of the earlier
 * stories.
 */
function findLastBefore(
  { corpora, stores, world }: Annotator,
  { corpus, threadId }: ThreadRef,
): LedgerScene | undefined {
  const threads = [...(corpora.get(corpus)?.iterateThreads() ?? [])].map(({ id }) => id);
  for (const id of threads.slice(0, Math.max(0, threads.indexOf(threadId))).toReversed()) {
    const last = stores.ledger.readThreadScenes({ corpus, threadId: id }).at(-1);
    if (last !== undefined) return last;
  }
  const stories = world.corpora.map(({ name }) => name);
  return stories
    .slice(0, Math.max(0, stories.indexOf(corpus)))
    .flatMap((name) => stores.ledger.findLastScene(name, Number.MAX_SAFE_INTEGER as SceneId) ?? [])
    .at(-1);
}
