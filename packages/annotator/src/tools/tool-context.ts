// Tool context: what the tools of one call work on, and where the reader stands.

import type { ToolAnswer } from '@terrarium/kernel/tool';
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

/** A talk with an earlier reader, as far as one call goes: it is answered later, or refused at once. */
export interface SummonPort {
  /** Summons the reader of a snapshot, or asks the one that is summoned. */
  ask(message: string, snapshotId?: number): ToolAnswer;
  finish(summary: string): ToolAnswer;
}

/** What tools that only look work on. */
export interface LookingContext {
  readonly glossary: Pick<GlossaryStore, 'search' | 'listByName'>;
  /** The corpora of the world by name; the one being read must be among them. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** The last post that was shown. No tool shows or cites anything behind it. */
  readonly position: Position;
  /** The posts of the scene on the table, as far as they are shown. */
  readonly scenePosts: readonly ScenePost[];
}

export interface ToolContext extends LookingContext {
  readonly glossary: GlossaryStore;
  readonly source: ChangeSource;
  /** Whether a call of this scene was answered with these words before. */
  readonly hasSaid?: ((say: string) => boolean) | undefined;
  readonly snapshots?: SnapshotLister | undefined;
  readonly summons?: SummonPort | undefined;
}
