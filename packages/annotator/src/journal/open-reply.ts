// Keeps track of the last usable reply to a scene: which of its calls are answered, and what follows from the answers.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { EntryId } from '../glossary/entry.ts';
import type { ReplyRecord } from './progress.ts';

/**
 * A usable reply that is logged as a message (summaries and decisions are not); its text and reasoning are in that
 * message.
 */
export interface Reply {
  readonly kind: 'reply';
  readonly purpose: 'scene' | 'record';
  readonly record: ReplyRecord;
  /** Empty for a text reply; the text may contain tagged updates. */
  readonly calls: readonly ToolCall[];
  /** The original text, if the calls were found in a text. */
  readonly written?: string;
}

/** The answer to one call; calls are answered in their order. */
export interface CallAnswered {
  readonly kind: 'call-answered';
  readonly name: string;
  readonly isWrite: boolean;
  readonly ok: boolean;
  /** Whether the call was refused because a later scene has since changed the same thing. */
  readonly isConflict: boolean;
  /** Set if the call could not be understood, so that it was not carried out. */
  readonly isGarbled?: true;
  /** Set if the word of the call is on hold until it is proposed again. */
  readonly isHeld?: true;
  /** Set if the call was carried out without some of its parts, which the answer names. */
  readonly isPartial?: true;
  /** Digest of the name, the arguments and the answer; if digests repeat, the model is going in circles. */
  readonly digest: string;
  readonly created: readonly EntryId[];
  readonly updated: readonly EntryId[];
  /**
   * The answer to a tagged update, which is sent with the next scene; the answer to a tool call is a logged message
   * instead.
   */
  readonly say: string | undefined;
}

/** Whether calls came as native tool calls or as tagged text. */
export type CallChannel = 'tools' | 'text';

export interface OpenReply {
  readonly purpose: 'scene' | 'record';
  readonly channel: CallChannel;
  /** Undefined until a text reply is parsed. */
  readonly calls: readonly ToolCall[] | undefined;
  readonly answered: number;
  /** Whether the reply reached the limit of tokens. */
  readonly isCut: boolean;
  /** Whether the reply is complete, and every call answered so far was a successful write. */
  readonly allWritten: boolean;
  /** Whether one of the calls could not be understood. */
  readonly hasGarbled: boolean;
  /** Whether a word of one of the calls is on hold until it is proposed again. */
  readonly hasHeld: boolean;
  /** Whether parts of one of the calls were not accepted. */
  readonly hasPartial: boolean;
  /** One digest per answered call. */
  readonly digests: readonly string[];
  /** For each answered call: whether it was carried out. */
  readonly outcomes: readonly boolean[];
}

/** Returns the state of a reply of which no call is answered yet. */
export function buildOpenReply(step: Reply): OpenReply {
  const isText = step.calls.length === 0;
  return {
    purpose: step.purpose,
    channel: isText ? 'text' : 'tools',
    calls: isText ? undefined : step.calls,
    answered: 0,
    isCut: step.record.finish === 'length',
    // A reply that was cut off may lack some of its calls.
    allWritten: step.record.finish !== 'length',
    hasGarbled: false,
    hasHeld: false,
    hasPartial: false,
    digests: [],
    outcomes: [],
  };
}

/** Returns the state after one more call of the reply was answered. */
export function applyAnswer(reply: OpenReply, step: CallAnswered): OpenReply {
  return {
    ...reply,
    answered: reply.answered + 1,
    allWritten: reply.allWritten && step.isWrite && step.ok,
    hasGarbled: reply.hasGarbled || step.isGarbled === true,
    hasHeld: reply.hasHeld || step.isHeld === true,
    hasPartial: reply.hasPartial || step.isPartial === true,
    digests: [...reply.digests, step.digest],
    outcomes: [...reply.outcomes, step.ok],
  };
}
