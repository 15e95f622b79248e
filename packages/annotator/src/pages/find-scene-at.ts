// Finds the scene in which a place of the story was read.

import type { PostId, PostPlace, ThreadId } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';

/** A place within a post. */
export interface TextPlace {
  readonly corpus: string;
  readonly postId: PostId;
  /** UTF-16 units of the post's body that stand before it. */
  readonly offset: number;
}

/** The scenes of a thread, each with the ordinals of its first and last post. */
export interface PlacedScene {
  readonly scene: LedgerScene;
  readonly first: number;
  readonly last: number;
}

/** In reading order; without those whose posts are gone from the story. */
export function listPlacedScenes(
  { corpora, stores }: Annotator,
  thread: { readonly corpus: string; readonly threadId: ThreadId },
): readonly PlacedScene[] {
  const corpus = corpora.get(thread.corpus);
  return stores.ledger.readThreadScenes(thread).flatMap((scene) => {
    const first = corpus?.findPlace(scene.firstPostId);
    const last = corpus?.findPlace(scene.lastPostId);
    return first === undefined || last === undefined
      ? []
      : [{ scene, first: first.ordinal, last: last.ordinal }];
  });
}

/** The last scene that begins at the place or before it; undefined where the thread was not planned that far. */
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
