// Message log: what was said to a model and by it, in order, and the records that fold it.

import type { Branded } from '@terrarium/kernel/environment';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { ThreadRef } from '../corpus/corpus.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';

export type SceneId = Branded<number, 'SceneId'>;
/** Place of a message in the log; grows by one with each message. */
export type Sequence = Branded<number, 'Sequence'>;
export type FoldId = Branded<number, 'FoldId'>;
export type SummaryId = Branded<number, 'SummaryId'>;

/** An entry a message makes visible, at the revision it shows. */
export interface ShownEntry {
  readonly entryId: EntryId;
  readonly revision: RevisionId;
}

/** A message as it was sent or came; never changed once logged. */
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

interface SummaryText {
  /** Undefined until it is stored. */
  readonly id: SummaryId | undefined;
  /** Entries created or updated in what it stands for; written by code. */
  readonly entryIds: readonly EntryId[];
  /** Written by the model, or drawn from the text by code where the model's would not do. */
  readonly origin: 'model' | 'extract';
  readonly text: string;
}

/** Summary of one completed chunk of a thread that is still open. */
export interface ChunkSummary extends SummaryText, ThreadRef {
  readonly chunkIndex: number;
  readonly firstScene: number;
  readonly lastScene: number;
}

/** The story so far: all folded threads merged. */
export interface CumulativeSummary extends SummaryText {
  /** The newest thread merged into it; undefined while it holds chunk summaries only. */
  readonly through: ThreadRef | undefined;
}

/**
 * What a fold leaves of the log. The window it opens holds the preamble, the front (summaries and trim marker) and, of
 * the messages up to `afterSequence`, only those in `kept`; every later message is in it.
 */
export interface FoldRecord {
  readonly id: FoldId;
  /** Newest message when the fold was applied; 0 for the fold that opens a conversation. */
  readonly afterSequence: Sequence;
  readonly kept: readonly SequenceRange[];
  readonly preamble: Preamble;
  readonly cumulative: CumulativeSummary | undefined;
  readonly chunks: readonly ChunkSummary[];
  /** Scenes whose turns a hard trim removed without a summary, ever. */
  readonly scenesTrimmed: number;
  /** Reasoning of replies up to here is no longer sent. */
  readonly reasoningTrimmedThrough: Sequence;
  /** Text of replies up to here is cut to `cutReplyCharacters`. */
  readonly repliesCutThrough: Sequence;
}

/** Longest text of a reply that tier 4 leaves; the founding architecture's figure. */
export const cutReplyCharacters = 500;
