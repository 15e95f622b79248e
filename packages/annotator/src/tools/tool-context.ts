// Tool context: what the tools of one call work on, and where the reader stands.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { Corpus, Position, ScenePost } from '../corpus/corpus.ts';
import type { ChangeSource } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';

/** A bookmark as it is listed. */
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

/** The source of the list of bookmarks, newest first. */
export interface SnapshotLister {
  list(filter: {
    readonly threadId?: number | undefined;
    readonly type?: SnapshotKind | undefined;
    readonly limit?: number | undefined;
  }): readonly ListedSnapshot[];
  /** The reading's first bookmark that includes a revision. */
  findFirstKnowing(revisionId: number): ListedSnapshot | undefined;
}

/** How one call takes part in a talk with an earlier reader: it is answered later, or refused at once. */
export interface SummonPort {
  /** Summons the reader of a snapshot, or, without an id, asks the one that is summoned already. */
  ask(message: string, snapshotId?: number): ToolAnswer;
  finish(summary: string): ToolAnswer;
}

/** The calls of the same reply besides the one that is carried out. */
export interface OtherCalls {
  /** Those that were already carried out. */
  readonly before: readonly ToolCall[];
  readonly after: readonly ToolCall[];
}

/** What the tools that change nothing work on. */
export interface LookingContext {
  readonly glossary: Pick<GlossaryStore, 'search' | 'listByName' | 'resolve'>;
  /** The corpora of the world by name; the one being read must be among them. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** The last post that was shown. No tool shows or cites anything after it. */
  readonly position: Position;
  /** The posts of the open scene, as far as they are shown. */
  readonly scenePosts: readonly ScenePost[];
}

export interface ToolContext extends LookingContext {
  readonly glossary: GlossaryStore;
  readonly source: ChangeSource;
  /**
   * Whether scenes are read a second time: what was rejected anywhere in the story then counts, because entries
   * are as they are today.
   */
  readonly knowsToday?: true;
  /** Whether an answer that the window still shows contains these words. */
  readonly hasSaid?: ((say: string) => boolean) | undefined;
  readonly others?: OtherCalls | undefined;
  readonly snapshots?: SnapshotLister | undefined;
  readonly summons?: SummonPort | undefined;
}
