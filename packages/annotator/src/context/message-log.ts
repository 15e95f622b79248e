// Message log: what was said to a model and by it, in order, and the folds that shorten it.

import type { Branded } from '@terrarium/kernel/environment';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { ThreadRef } from '../corpus/corpus.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';

export type SceneId = Branded<number, 'SceneId'>;
/** Number of a message in the log; each new message gets the next number. */
export type Sequence = Branded<number, 'Sequence'>;
export type FoldId = Branded<number, 'FoldId'>;
export type SummaryId = Branded<number, 'SummaryId'>;

/** An entry that a message shows, and the revision at which the message shows it. */
export interface ShownEntry {
  readonly entryId: EntryId;
  readonly revision: RevisionId;
  /**
   * Whether the message shows only what changed in the entry. Then the entry counts as shown only if another message in
   * the window shows all of it.
   */
  readonly isPart: boolean;
}

/** A message as it was sent or received; never changed once logged. */
export interface LoggedMessage extends ThreadRef {
  readonly sequence: Sequence;
  readonly sceneId: SceneId;
  readonly sceneIndex: number;
  readonly message: Message;
  /** Estimated tokens, before calibration. */
  readonly tokens: number;
  readonly shown: readonly ShownEntry[];
}

/** The instructions and tools a conversation begins with, as they were first sent. */
export interface Preamble {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ToolDeclaration[];
}

/** An inclusive range of messages. */
export interface SequenceRange {
  readonly from: Sequence;
  readonly to: Sequence;
}

export interface SummaryText {
  /** Undefined until the summary is stored. */
  readonly id: SummaryId | undefined;
  /** Entries created or updated in the folded part; filled in by code. */
  readonly entryIds: readonly EntryId[];
  /** Who wrote the summary: the model, or code that extracted it because no summary of the model was usable. */
  readonly origin: 'model' | 'extract';
  readonly text: string;
}

/** Summary of one completed chunk of a thread that is still open. */
export interface ChunkSummary extends SummaryText, ThreadRef {
  readonly chunkIndex: number;
  readonly firstScene: number;
  readonly lastScene: number;
}

/** The story so far: folded threads and older chunk summaries, merged. */
export interface CumulativeSummary extends SummaryText {
  /** The newest thread merged into this summary; undefined as long as only chunk summaries are merged. */
  readonly through: ThreadRef | undefined;
}

/**
 * What a fold leaves of the log. Its window consists of the preamble, the front (summaries and trim marker), the
 * messages in `kept`, and every message after `afterSequence`.
 */
export interface FoldRecord {
  readonly id: FoldId;
  /** The newest message when the fold was applied; 0 for the fold that opens a conversation. */
  readonly afterSequence: Sequence;
  readonly kept: readonly SequenceRange[];
  readonly preamble: Preamble;
  readonly cumulative: CumulativeSummary | undefined;
  readonly chunks: readonly ChunkSummary[];
  /** How many scenes have been removed so far without a summary, because the window was still too full. */
  readonly scenesTrimmed: number;
  /** Reasoning of replies up to this message is no longer sent. */
  readonly reasoningTrimmedThrough: Sequence;
  /** Text of replies up to this message is cut to `cutReplyCharacters`. */
  readonly repliesCutThrough: Sequence;
}

/** How many characters are kept of a reply that is cut because the window is too full. */
export const cutReplyCharacters = 500;

export type ConversationId = Branded<number, 'ConversationId'>;

export interface Conversation {
  readonly id: ConversationId;
  readonly purpose: 'reading' | 'retry';
  /** The scene that a retry reads again. */
  readonly sceneId: SceneId | undefined;
  /** A fork sees the reading's messages before this one; undefined for the reading itself. */
  readonly forkedBefore: Sequence | undefined;
}
