// Fake wire: the requests that the fake server reads, the answers of a responder, and the faults the server can have.

import type { FinishReason } from '../llm/language-model.ts';

/** The part of a message that the fake server reads. */
export interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly WireCall[];
  readonly tool_call_id?: string;
}

export interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments?: string | null };
}

export interface WireTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
}

export interface WireRequest {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly chat_template_kwargs?: Readonly<Record<string, unknown>>;
  readonly enable_thinking?: boolean;
  readonly reasoning_effort?: string;
  readonly think?: unknown;
}

/** A request as a responder sees it. */
export interface FakeRequest {
  /** The number of the chat request, counted from 1. */
  readonly number: number;
  readonly body: WireRequest;
  readonly promptTokens: number;
}

export interface FakeCall {
  readonly id?: string;
  readonly name: string;
  /**
   * An object is written as JSON, and a text is sent as it is. Null is sent as null, and undefined leaves the member
   * out: real servers do both.
   */
  readonly arguments?: string | Readonly<Record<string, unknown>> | null;
}

/** What a responder answers. An empty reply is valid. */
export interface FakeReply {
  readonly text?: string;
  /** Sent in the form of the dialect, for example as `reasoning_content`. */
  readonly reasoning?: string;
  readonly calls?: readonly FakeCall[];
  readonly finish?: FinishReason;
  /** How many tokens the usage reports. By default, the tokens of the reply are counted. */
  readonly completionTokens?: number;
}

export type Responder = (request: FakeRequest) => FakeReply | Promise<FakeReply>;

export type FakeFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The body ends in the middle, and the connection closes. */
  | { readonly kind: 'broken-body' }
  /** The stream ends properly, but without a finish reason. */
  | { readonly kind: 'unfinished-stream' }
  /** An error is sent in place of the next piece of the stream. */
  | { readonly kind: 'error-in-stream'; readonly message: string }
  /** The connection closes before any byte is sent. */
  | { readonly kind: 'reset' }
  /** The body is not JSON, with status 200. */
  | { readonly kind: 'garbage' }
  | { readonly kind: 'html' }
  /** Nothing is ever sent. */
  | { readonly kind: 'hang' }
  /** Half of the reply is sent, and then nothing more. */
  | { readonly kind: 'stall' }
  /** The arguments of each tool call are cut off in the middle. */
  | { readonly kind: 'malformed-arguments' }
  | { readonly kind: 'context-overflow' }
  /** Whatever a test wants to send. */
  | { readonly kind: 'raw'; readonly status: number; readonly type: string; readonly body: string };

/** The fault with which a request is answered; undefined if there is none. */
export type FaultPlan = (request: FakeRequest) => FakeFault | undefined;
