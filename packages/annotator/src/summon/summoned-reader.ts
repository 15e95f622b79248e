// Summoned reader: what may be asked of the reader of an earlier moment.

import type { Message, ModelRequest, ToolCall, ToolMessage } from '@terrarium/kernel/language-model';
import type { Snapshot } from '../journal/snapshot-store.ts';

/** What the model of the dialogue is asked with. */
export type SummonSettings = Pick<ModelRequest, 'maxOutputTokens' | 'temperature'> & {
  readonly extraBody: Readonly<Record<string, unknown>>;
};

export interface SummonedReader {
  readonly snapshot: Snapshot;
  /** The first question, with what the reader is told about it; a later one stands alone. */
  renderQuestion(question: string, isFirst: boolean): Message;
  /** The window of the moment, then the dialogue. */
  buildRequest(dialogue: readonly Message[], settings: SummonSettings): SummonRequest;
  /** What the reader looks up, as it was then. */
  answer(calls: readonly ToolCall[]): readonly ToolMessage[];
  /** Lets go of the glossary of its moment, which is made when first looked into; asked again, it makes it again. */
  close(): void;
}

export interface SummonRequest {
  readonly request: ModelRequest;
  /** Of the whole request, before calibration. */
  readonly estimatedTokens: number;
}
