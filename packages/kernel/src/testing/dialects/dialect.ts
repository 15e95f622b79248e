// Dialect: what distinguishes one model server from another on the wire, as data.

import type { FakeFault } from '../fake-wire.ts';

/** The program that the fake server imitates; `plain` reveals nothing about itself. */
export type ServerFlavour =
  | 'vllm'
  | 'llama-cpp'
  | 'ollama'
  | 'lm-studio'
  | 'koboldcpp'
  | 'tabbyapi'
  | 'openrouter'
  | 'plain';

export interface ServerFacts {
  readonly flavour: ServerFlavour;
  readonly models: readonly string[];
  /**
   * The window that the server was started with. A request in a server's own format may ask for another window
   * (`loadedTokens`).
   */
  readonly contextTokens: number;
  /** The window that is loaded now; undefined before the first request if the server loads models on demand. */
  readonly loadedTokens: number | undefined;
}

export interface LongPrompt {
  readonly promptTokens: number;
  readonly contextTokens: number;
}

/**
 * What the server does with a prompt that is longer than the window. `refuses`: answers with an error. `cuts`: drops
 * the beginning and keeps half a window. `shifts`: drops the beginning and keeps as much as leaves room for the reply.
 * `ends`: fills the window except for one token, which is the reply. `says-nothing`: answers with an empty reply and
 * status 200.
 */
export type LongPromptHabit = 'refuses' | 'cuts' | 'shifts' | 'ends' | 'says-nothing';

export type Route = (facts: ServerFacts, body: Readonly<Record<string, unknown>>) => unknown;

export interface Dialect {
  /** Headers of every chat reply. */
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of every reply and piece, in addition to the usual ones. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Comments that are sent before the first piece of a stream. */
  readonly comments: readonly string[];
  /** The bytes sent between two pieces of a stream; empty if there are none. */
  readonly between: string;
  /** Whether the server promises to keep the connection, but closes it after each streamed reply. */
  readonly closesAfterStream: boolean;
  /**
   * Whether replies to requests with tools may be streamed. If not, they are sent in one piece even if a stream is
   * requested.
   */
  readonly streamsWithTools: boolean;
  /** Which pieces of a stream contain the role. */
  readonly role: 'first' | 'each' | 'never';
  readonly reasoning: 'reasoning_content' | 'reasoning' | 'think-tags';
  readonly calls: 'in-pieces' | 'whole';
  readonly callFinish: 'tool_calls' | 'stop';
  /**
   * Which pieces of a call contain its name. `late`: the second. `empty-first`: the second, and an empty name in the
   * first.
   */
  readonly callNames: 'first' | 'each' | 'late' | 'empty-first';
  /** How a message or a piece shows that it has no calls. */
  readonly noCalls: 'absent' | 'null' | 'empty-list';
  /** Which token counts the usage contains. */
  readonly usage: 'full' | 'without-cache' | 'none';
  /**
   * Where in a stream the usage is sent: `alone` in a piece of its own, `beside-finish` together with the finish
   * reason. `not-with-tools`: like `alone`, but the reply to a request with tools has no usage.
   */
  readonly usageChunk: 'alone' | 'beside-finish' | 'not-with-tools';
  readonly longPrompt: LongPromptHabit;
  /** How an error within a stream is written: as a piece, or as an event called `error`. */
  readonly streamError: 'data' | 'event';
  /** Whether a prompt that is too long is refused within the stream, with status 200, if a stream is requested. */
  readonly refusesInStream: boolean;
  readonly renderLongPrompt: (prompt: LongPrompt) => unknown;
  readonly renderError: (error: { readonly status: number; readonly message: string }) => unknown;
  /** Endpoints other than the chat. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Faults that only this server has, by name, so that tests can reproduce them. */
  readonly faults: Readonly<Record<string, FakeFault>>;
}

export const listModels: Route = ({ models }) => ({
  object: 'list',
  data: models.map((id) => ({ id, object: 'model' })),
});

export function renderOpenAiError(error: { readonly status: number; readonly message: string }): unknown {
  return { error: { message: error.message, type: 'error', code: error.status } };
}
