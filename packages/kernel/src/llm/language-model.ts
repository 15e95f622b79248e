// The language model port: what the products need of any model, and nothing more.

/** A tool call as the model wrote it; `arguments` is the raw JSON text, possibly malformed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A picture as its file holds it. */
export interface Picture {
  /** The media type, such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface InstructionMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
  /** Pictures sent after a user's words to a model that can see; a server whose model cannot refuses the request. */
  readonly pictures?: readonly Picture[];
}

/** A reply of the model, replayed as it came: text, reasoning, calls. */
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
  /** Hard cap on the reply, in tokens. */
  readonly maxOutputTokens: number;
  readonly temperature: number;
  /** Provider-specific body fields, passed through untouched (such as `min_p`, `chat_template_kwargs`). */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** Tokens as the server reported them; `unknown` if it reported nothing (never 0 for that). */
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
  /** Called when all the text of this reply that came so far turned out to be thinking; what follows is the reply. */
  readonly onRetract?: (() => void) | undefined;
  /** Called whenever a part of the reply arrives, if the adapter streams. */
  readonly onArrival?: (() => void) | undefined;
  /** Asks for the reply in one piece, though the adapter streams. */
  readonly isWhole?: boolean | undefined;
}

/** A token count and whether the model's own tokenizer made it. */
export interface TokenCount {
  readonly tokens: number;
  readonly isExact: boolean;
}

/** Which program the server is, if that can be recognised. */
export type ServerKind = 'vllm' | 'llama-cpp' | 'ollama' | 'lm-studio' | 'koboldcpp' | 'unknown';

/** What was found out about a server by asking it. */
export interface ServerAccount {
  readonly kind: ServerKind;
  readonly version: string | undefined;
  /** Names of the models it lists; empty when it lists none. */
  readonly models: readonly string[];
}

/** What a server turned out to do while it was asked; each is absent if the server did not do so. */
export interface ServerHabits {
  /** It closes connections that it said it would keep; requests that failed because of that were sent again at once. */
  readonly closesKeptConnections?: boolean;
  /** Its streams lose tool calls: requests with tools go without a stream. */
  readonly losesCallsInStreams?: boolean;
  /** Its model made no call when asked for one, not even in words, or the server took no tools. */
  readonly callsNothing?: boolean;
  /** In words: what makes its model answer, if it would otherwise think until its reply is cut. */
  readonly thinkingRemedy?: string;
}

/**
 * A model that answers requests.
 *
 * `reply` makes one attempt and never retries (the caller owns retries). It throws `ProviderError` for what may pass
 * with time (`retryable`) or needs another configuration (`retryable: false`), with code `model.context-overflow` when
 * the prompt is longer than the window; `ModelError` for a refusal that it can recognise. After abort it rejects
 * promptly with the signal's reason, and the server sees the connection close. A reply that arrives is returned whole,
 * malformed tool arguments included: judging it is up to the caller.
 */
export interface LanguageModel {
  /** `provider:name`, as a person writes it. */
  readonly id: string;
  reply(request: ModelRequest, options?: ReplyOptions): Promise<ModelReply>;
  /** The context window the server has loaded, in tokens; undefined when it does not say. */
  findContextTokens?(signal?: AbortSignal): Promise<number | undefined>;
  /** Tokens of a text by the server's own tokenizer; undefined when it has none. */
  countTokens?(text: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Which program the server is; asks several questions, so it is for whoever wants to know and not for a run. */
  describeServer?(signal?: AbortSignal): Promise<ServerAccount>;
  /** What was noticed of the server so far. */
  readHabits?(): ServerHabits;
  /** Notes that its model was found to make no calls. */
  recordCallsNothing?(): void;
  /** Forgets what was noticed, so that an examination sees the server as it is now. */
  clearHabits?(): void;
}

/** Builds a reply that no language model gave: nothing was counted, and nothing was thought. */
export function buildPlainReply(text: string, calls: readonly ToolCall[]): ModelReply {
  return {
    text,
    reasoning: '',
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}
