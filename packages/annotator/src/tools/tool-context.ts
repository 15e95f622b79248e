// Tool context: the stores and posts with which the tools of one call work, and the model's position in the story.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { Corpus, Position, ScenePost } from '../corpus/corpus.ts';
import type { ChangeSource } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';

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

export interface SnapshotLister {
  list(filter: {
    readonly threadId?: number | undefined;
    readonly type?: SnapshotKind | undefined;
    readonly limit?: number | undefined;
  }): readonly ListedSnapshot[];
  /** The first bookmark of the reading that was made after the given revision. */
  findFirstKnowing(revisionId: number): ListedSnapshot | undefined;
}

/** Lets a tool talk to an earlier reader: a call is answered later, or refused at once. */
export interface SummonPort {
  /** Summons the reader of a snapshot; without an id, asks the reader who is already summoned. */
  ask(message: string, snapshotId?: number): ToolAnswer;
  finish(summary: string): ToolAnswer;
}

/** Other calls of the same scene that matter to a call. */
export interface OtherCalls {
  /**
   * Calls before this one that were carried out: those of the same reply, and those of earlier replies to the scene
   * that stated a relation to an entry that did not exist.
   */
  readonly before: readonly ToolCall[];
  /**
   * Calls in earlier scenes, as far as the window shows them, that stated a relation to an entry which did not exist. The
   * relation waits for the entry if its word was put on hold.
   */
  readonly earlier: readonly ToolCall[];
  /** Calls of the same reply before this one that were refused. */
  readonly refused: readonly ToolCall[];
  readonly after: readonly ToolCall[];
}

/** The context of tools that only read. */
export interface LookingContext {
  readonly glossary: Pick<GlossaryStore, 'search' | 'listByName' | 'resolve'>;
  /** The corpora of the world by name, including the one that is being read. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** The last post that was shown. No tool shows or cites anything after it. */
  readonly position: Position;
  /** The posts of the open scene, each with the part that is shown. */
  readonly scenePosts: readonly ScenePost[];
}

export interface ToolContext extends LookingContext {
  readonly glossary: GlossaryStore;
  readonly source: ChangeSource;
  /**
   * Whether scenes are read a second time. Entries are then shown in their present form, so rejections at later places
   * count too.
   */
  readonly knowsToday?: true;
  /** Whether an answer in the window contains these words. */
  readonly hasSaid?: ((say: string) => boolean) | undefined;
  readonly others?: OtherCalls | undefined;
  readonly snapshots?: SnapshotLister | undefined;
  readonly summons?: SummonPort | undefined;
}
