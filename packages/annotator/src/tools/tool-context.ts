// Tool context: what the tools of one call work on, and where the reader stands.

import type { Corpus, Position, ScenePost } from '../corpus/corpus.ts';
import type { ChangeSource } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';

/** A bookmark as a list shows it. */
export interface ListedSnapshot {
  readonly id: number;
  readonly type: string;
  readonly position: Position;
  readonly entryCount: number;
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export type SnapshotKind = 'checkpoint' | 'curator_fork' | 'manual';

/** Where bookmarks are listed from, newest first. */
export interface SnapshotLister {
  list(filter: {
    readonly threadId?: number | undefined;
    readonly type?: SnapshotKind | undefined;
    readonly limit?: number | undefined;
  }): readonly ListedSnapshot[];
  /** The first one of the reading that knows a revision. */
  findFirstKnowing(revisionId: number): ListedSnapshot | undefined;
}

export interface ToolContext {
  readonly glossary: GlossaryStore;
  /** The corpora of the world by name; the one being read must be among them. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** The last post that was shown. No tool shows or cites anything behind it. */
  readonly position: Position;
  /** The posts of the scene on the table, as far as they are shown. */
  readonly scenePosts: readonly ScenePost[];
  readonly source: ChangeSource;
  readonly snapshots?: SnapshotLister | undefined;
}
