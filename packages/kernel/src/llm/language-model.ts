// The language model port: everything that the products need from a model.

/** A tool call as the model wrote it; `arguments` is the raw JSON text, possibly malformed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A picture with the bytes of its file. */
export interface Picture {
  /** The media type, such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface InstructionMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
  /**
   * Pictures sent after a user's words to a model that can see; if its model cannot see, a server refuses the
   * request.
   */
  readonly pictures?: readonly Picture[];
}

/** An earlier reply of the model, sent back unchanged: text, reasoning, calls. */
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

/** A tool as the model sees it; `parameters` is JSON Schema (draft 2020-12, no `$ref` at the root). */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice: 'auto' | 'none';
  /** The maximum number of tokens that the reply may have. */
  readonly maxOutputTokens: number;
  readonly temperature: number;
  /** Provider-specific body fields, passed through untouched (such as `min_p`, `chat_template_kwargs`). */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** Tokens as the server reported them; `unknown`, and never 0, if it reported nothing. */
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
  /** Called if all text of this reply that has arrived turned out to be thinking; the reply itself follows. */
  readonly onRetract?: (() => void) | undefined;
  /** Called whenever a part of the reply arrives, if the adapter streams. */
  readonly onArrival?: (() => void) | undefined;
  /** Asks for the reply in one piece, even if the adapter streams. */
  readonly isWhole?: boolean | undefined;
}

/** A token count and whether the model's own tokenizer made it. */
export interface TokenCount {
  readonly tokens: number;
  readonly isExact: boolean;
}

/** Which program the server is, if that can be recognised. */
export type ServerKind = 'vllm' | 'llama-cpp' | 'ollama' | 'lm-studio' | 'koboldcpp' | 'unknown';

/** What a server reported about itself. */
export interface ServerAccount {
  readonly kind: ServerKind;
  readonly version: string | undefined;
  /** Names of the models that the server lists; empty if it lists none. */
  readonly models: readonly string[];
}

/** Habits of a server that were noticed while it was used; each is absent if it was not noticed. */
export interface ServerHabits {
  /**
   * The server closes connections that it had promised to keep. Requests that failed because of this were sent again at
   * once.
   */
  readonly closesKeptConnections?: boolean;
  /** The server's streams lose tool calls, so requests with tools are sent without a stream. */
  readonly losesCallsInStreams?: boolean;
  /** The server's model made no call when asked for one, not even as text, or the server accepts no tools. */
  readonly callsNothing?: boolean;
  /**
   * Describes the remedy that makes the server's model answer, if the model would otherwise think until its reply is
   * cut off.
   */
  readonly thinkingRemedy?: string;
}

/**
 * A model that answers requests.
 *
 * `reply` makes one attempt and never retries (the caller owns retries). It throws `ProviderError` for
 * failures that may pass with time (`retryable`) or need another configuration (`retryable: false`). The code
 * is `model.context-overflow` if the prompt is longer than the window. It throws `ModelError` if it
 * recognises a refusal. After abort it rejects promptly with the signal's reason, and the server sees the
 * connection close. A reply is returned with everything in it, including malformed tool arguments; the caller
 * must judge it.
 */
export interface LanguageModel {
  /** `provider:name`, as a person writes it. */
  readonly id: string;
  reply(request: ModelRequest, options?: ReplyOptions): Promise<ModelReply>;
  /** The context window the server has loaded, in tokens; undefined if the server does not say. */
  findContextTokens?(signal?: AbortSignal): Promise<number | undefined>;
  /** How many tokens a text has by the server's own tokenizer; undefined if the server offers none. */
  countTokens?(text: string, signal?: AbortSignal): Promise<number | undefined>;
  /**
   * Which program the server is; it sends several requests, so it is meant for examinations and error
   * messages, not for a run.
   */
  describeServer?(signal?: AbortSignal): Promise<ServerAccount>;
  /** The habits of the server noticed so far. */
  readHabits?(): ServerHabits;
  /** Notes that its model was found to make no calls. */
  recordCallsNothing?(): void;
  /** Forgets the noticed habits, so that an examination finds out the present ones. */
  clearHabits?(): void;
}

/** Builds a reply that comes from no language model, without token counts or thinking. */
export function buildPlainReply(text: string, calls: readonly ToolCall[]): ModelReply {
  return {
    text,
    reasoning: '',
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}
