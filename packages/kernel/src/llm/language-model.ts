// The language model port: everything that our packages need from a model.

/** A tool call as the model wrote it; `arguments` is the raw text, which may not be valid JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface Picture {
  /** The media type of the file, such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface InstructionMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
  /** Pictures that follow a user's words. If the model cannot see pictures, the server refuses the request. */
  readonly pictures?: readonly Picture[];
}

/** An earlier reply of the model, sent back unchanged with its text, its thinking and its calls. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly reasoning?: string;
  readonly calls?: readonly ToolCall[];
}

/** The answer to one tool call. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly content: string;
}

export type Message = InstructionMessage | AssistantMessage | ToolMessage;

/** A tool as it is declared to the model; `parameters` is JSON Schema (draft 2020-12, no `$ref` at the root). */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice: 'auto' | 'none';
  /** The reply may have at most this many tokens. */
  readonly maxOutputTokens: number;
  readonly temperature: number;
  /**
   * Further fields of the request's body that only some servers know, such as `min_p` and `chat_template_kwargs`. They
   * are sent unchanged.
   */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** The token counts that the server reported. A count it did not report is `unknown`, never 0. */
export interface ModelUsage {
  readonly promptTokens: number | 'unknown';
  readonly cachedTokens: number | 'unknown';
  readonly outputTokens: number | 'unknown';
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';

export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
}

export interface ReplyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of text as it arrives, if the adapter streams. */
  readonly onText?: ((piece: string) => void) | undefined;
  /** Called if all text of this reply so far turns out to be thinking. The real text of the reply follows. */
  readonly onRetract?: (() => void) | undefined;
  /** Called whenever a part of the reply arrives, if the adapter streams. */
  readonly onArrival?: (() => void) | undefined;
  /** Whether the reply must come in one piece, even if the adapter can stream. */
  readonly isWhole?: boolean | undefined;
}

/** A token count; `isExact` tells whether the model's own tokenizer made it. */
export interface TokenCount {
  readonly tokens: number;
  readonly isExact: boolean;
}

/** The program that runs the server; `unknown` if it cannot be recognised. */
export type ServerKind = 'vllm' | 'llama-cpp' | 'ollama' | 'lm-studio' | 'koboldcpp' | 'unknown';

/** What a server reported about itself. */
export interface ServerAccount {
  readonly kind: ServerKind;
  readonly version: string | undefined;
  /** The names of the models that the server lists. */
  readonly models: readonly string[];
}

/** Habits of a server that were noticed while it was used. A habit that was not noticed is absent. */
export interface ServerHabits {
  /**
   * The server closes connections that it promised to keep open. Requests that failed because of this were sent again
   * at once.
   */
  readonly closesKeptConnections?: boolean;
  /** The server's streams lose tool calls, so requests with tools are sent without a stream. */
  readonly losesCallsInStreams?: boolean;
  /** The model made no call when asked for one, not even as text, or the server accepts no tools. */
  readonly callsNothing?: boolean;
  /** The remedy, in words, that makes the model answer; without it, the model would think until its reply is cut off. */
  readonly thinkingRemedy?: string;
}

/**
 * A model that answers requests. `reply` makes one attempt and never retries, because the caller decides about
 * retries. It throws `ProviderError` for failures that may pass with time (`retryable: true`) or that need another
 * configuration (`retryable: false`). The code is `model.context-overflow` if the prompt is longer than the window. It
 * throws `ModelError` if it recognises a refusal. After an abort it rejects promptly with the signal's reason and
 * closes the connection to the server. A reply is returned with everything in it, even malformed tool arguments; the
 * caller must judge it.
 */
export interface LanguageModel {
  /** `provider:name`, as a person writes it. */
  readonly id: string;
  reply(request: ModelRequest, options?: ReplyOptions): Promise<ModelReply>;
  /** The context window that the server has loaded, in tokens; undefined if the server does not say. */
  findContextTokens?(signal?: AbortSignal): Promise<number | undefined>;
  /** How many tokens a text has according to the server's own tokenizer; undefined if the server offers none. */
  countTokens?(text: string, signal?: AbortSignal): Promise<number | undefined>;
  /**
   * Tells which program the server is. It sends several requests, so it is meant for examinations and error messages,
   * not for runs.
   */
  describeServer?(signal?: AbortSignal): Promise<ServerAccount>;
  /** The habits of the server noticed so far. */
  readHabits?(): ServerHabits;
  /** Notes that the server's model makes no calls. */
  recordCallsNothing?(): void;
  /** Forgets the noticed habits, so that an examination finds out the present ones. */
  clearHabits?(): void;
}

/** Builds a reply that no language model wrote, without token counts or thinking. */
export function buildPlainReply(text: string, calls: readonly ToolCall[]): ModelReply {
  return {
    text,
    reasoning: '',
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}
