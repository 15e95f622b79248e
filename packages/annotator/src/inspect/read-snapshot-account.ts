// Snapshot account: where a bookmark stands in the story, and what the window of that moment held.

import type { Position } from '../corpus/corpus.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { findShownScene, toEndPosition } from '../snapshots/find-shown-scene.ts';
import { loadWindow } from '../snapshots/load-window.ts';
import type { Annotator } from '../stores/open-annotator.ts';

export interface TitledSnapshot {
  readonly snapshot: Snapshot;
  /** The last post that had been shown; undefined before the first. */
  readonly readUpTo: Position | undefined;
  readonly threadTitle: string | undefined;
}

export interface SnapshotAccount extends TitledSnapshot {
  readonly window: {
    readonly messages: number;
    /** Calibrated. */
    readonly tokens: number;
    /** Scenes that are shown in full. */
    readonly scenes: number;
    readonly chunkSummaries: number;
    readonly hasCumulativeSummary: boolean;
  };
}

/** A bookmark with the place it stands at. */
export function withSnapshotTitle({ stores, corpora }: Annotator, snapshot: Snapshot): TitledSnapshot {
  const scene = findShownScene(stores, snapshot);
  return {
    snapshot,
    readUpTo: scene && toEndPosition(scene),
    threadTitle: scene && corpora.get(scene.corpus)?.findThread(scene.threadId)?.title,
  };
}

/** Throws `StorageError` where it is damaged. */
export function readSnapshotAccount(annotator: Annotator, snapshot: Snapshot): SnapshotAccount {
  const window = loadWindow(annotator.stores.context, snapshot);
  return {
    ...withSnapshotTitle(annotator, snapshot),
    window: {
      messages: window.render().messages.length,
      tokens: snapshot.tokens,
      scenes: window.listGroups().length,
      chunkSummaries: window.fold.chunks.length,
      hasCumulativeSummary: window.fold.cumulative !== undefined,
    },
  };
}
