// Answers chat requests for the fake server, in the dialect of the server that it imitates.
import type { ServerResponse } from 'node:http';
import type { Dialect, LongPromptHabit, ServerFacts } from './dialects/dialect.ts';
import { renderOllamaReply } from './fake-ollama-chat.ts';
import { renderStreamError, sendFault } from './fake-server-faults.ts';
import type {
  FakeFault,
  FakeReply,
  FakeRequest,
  FaultPlan,
  Responder,
  WireMessage,
  WireRequest,
} from './fake-wire.ts';
import { countFakeTokens, type PromptCache, type PromptCount } from './prompt-cache.ts';
import {
  type CompleteReply,
  completeFakeReply,
  renderPlainReply,
  renderStreamedReply,
  type WireUsage,
} from './render-fake-reply.ts';

export interface FakeChatOptions {
  readonly respond: Responder;
  readonly faults?: FaultPlan;
  /** Whether replies contain usage; `without-cache` leaves out the cached tokens. By default as in the dialect. */
  readonly usage?: 'full' | 'without-cache' | 'none';
  /** What happens to a prompt that is longer than the window. By default as in the dialect. */
  readonly longPrompt?: LongPromptHabit;
  readonly pieceCharacters?: number;
  /** Whether replies come whole even if a stream is requested. */
  readonly neverStreams?: boolean;
  /**
   * Whether the server promises to keep the connection, but closes it after each streamed reply. A further request on
   * this connection is reset.
   */
  readonly closesAfterStream?: boolean;
  /** Whether the record of each request keeps its body. */
  readonly keepsBodies?: boolean;
}

/** What happened with one chat request. Times are in milliseconds since the Unix epoch, with fractions. */
export interface RequestRecord extends PromptCount {
  readonly number: number;
  readonly path: string;
  readonly bodyBytes: number;
  /** When the last byte of the request arrived. */
  readonly receivedAt: number;
  /** When the last byte of the reply was given to the socket; undefined until then. */
  sentAt: number | undefined;
  completionTokens: number;
  /** How many tokens of the prompt the model saw: fewer than `promptTokens` if the server cut the prompt. */
  readonly seenTokens: number;
  readonly fault: FakeFault['kind'] | undefined;
  /** Whether the connection was closed before the reply was complete, by the client or because of a fault. */
  isAborted: boolean;
  /** The number of the connection on which the request came, counted from 1. */
  readonly connection: number;
  readonly body: string | undefined;
}

export interface FakeState {
  readonly options: FakeChatOptions;
  readonly dialect: Dialect;
  /** Each request may change the facts, because requests decide which window is loaded. */
  facts: ServerFacts;
  readonly cache: PromptCache;
  readonly records: RequestRecord[];
  readonly connections: WeakMap<object, number>;
  /** Connections whose next request is reset. */
  readonly closed: WeakSet<object>;
}

export interface ReceivedBody {
  readonly text: string;
  readonly receivedAt: number;
}

export interface ReceivedChat extends ReceivedBody {
  readonly connection: number;
  readonly path: string;
  /** The request, translated into OpenAI's form if it came in another. */
  readonly body: WireRequest;
  /** The window in which this request is answered. */
  readonly windowTokens: number;
  readonly form: 'openai' | 'ollama';
}

export async function answerChat(
  state: FakeState,
  chat: ReceivedChat,
  response: ServerResponse,
): Promise<void> {
  const { body } = chat;
  if (!state.facts.models.includes(body.model)) {
    const message = `The model \`${body.model}\` does not exist.`;
    return sendJson(response, 404, { error: { message, type: 'NotFoundError', param: 'model', code: 404 } });
  }
  state.facts = { ...state.facts, loadedTokens: chat.windowTokens };
  const counted = state.cache.count(body);
  const seen = computeSeen(state, chat, counted.promptTokens);
  const request: FakeRequest = {
    number: state.records.length + 1,
    body: seen.body,
    promptTokens: seen.tokens,
  };
  const fault = seen.fault ?? state.options.faults?.(request);
  const record: RequestRecord = {
    number: request.number,
    path: chat.path,
    bodyBytes: Buffer.byteLength(chat.text),
    receivedAt: chat.receivedAt,
    sentAt: undefined,
    ...counted,
    completionTokens: 0,
    seenTokens: seen.tokens,
    fault: fault?.kind,
    isAborted: false,
    connection: chat.connection,
    body: state.options.keepsBodies === true ? chat.text : undefined,
  };
  state.records.push(record);
  response.on('close', () => {
    record.isAborted = !response.writableFinished;
  });
  const place = {
    ...counted,
    contextTokens: chat.windowTokens,
    dialect: state.dialect,
    isStream: body.stream === true,
  };
  if (fault !== undefined && sendFault(response, fault, place)) return;
  state.cache.record();
  const reply = seen.reply ?? (await state.options.respond(request));
  await sendReply(state, { chat, request, record, fault, reply }, response);
}

/** The part of a request that the model sees. */
interface Seen {
  readonly body: WireRequest;
  readonly tokens: number;
  readonly fault?: FakeFault;
  /** The reply, if the server makes it itself without asking the model. */
  readonly reply?: FakeReply;
}

function computeSeen(state: FakeState, chat: ReceivedChat, promptTokens: number): Seen {
  const { body, windowTokens } = chat;
  if (promptTokens <= windowTokens) return { body, tokens: promptTokens };
  switch (state.options.longPrompt ?? state.dialect.longPrompt) {
    case 'refuses':
      return { body, tokens: promptTokens, fault: { kind: 'context-overflow' } };
    case 'says-nothing':
      return { body, tokens: promptTokens, reply: {} };
    case 'ends':
      return { body, tokens: windowTokens - 1, reply: { finish: 'length', completionTokens: 1 } };
    case 'cuts':
      return cutToEnd(body, Math.floor(windowTokens / 2) + 2);
    case 'shifts':
      return cutToEnd(body, Math.max(1, windowTokens - (body.max_tokens ?? 0)));
  }
}

function cutToEnd(body: WireRequest, tokens: number): Seen {
  const cut = cutPrompt(body, tokens);
  if (cut.messages.some(({ role }) => role === 'user')) return { body: cut, tokens };
  return {
    body: cut,
    tokens,
    fault: { kind: 'status', status: 500, message: 'no user query found in messages' },
  };
}

interface Answering {
  readonly chat: ReceivedChat;
  readonly request: FakeRequest;
  readonly record: RequestRecord;
  readonly fault: FakeFault | undefined;
  readonly reply: FakeReply;
}

async function sendReply(state: FakeState, answering: Answering, response: ServerResponse): Promise<void> {
  const { chat, request, record, fault } = answering;
  const { dialect, options } = state;
  const reply = completeFakeReply(answering.reply, {
    number: request.number,
    model: chat.body.model,
    cutsArguments: fault?.kind === 'malformed-arguments',
    dialect,
  });
  record.completionTokens = reply.completionTokens;
  const isStreamed = chat.body.stream === true && options.neverStreams !== true;
  const pieces = renderPieces(state, { ...answering, reply, isStreamed });
  const streamType = chat.form === 'ollama' ? 'application/x-ndjson' : 'text/event-stream; charset=utf-8';
  response.writeHead(200, {
    ...dialect.headers,
    'content-type': isStreamed ? streamType : 'application/json',
    ...(isStreamed ? {} : { 'content-length': Buffer.byteLength(pieces.join('')) }),
  });
  const { socket } = response;
  const closes = options.closesAfterStream ?? dialect.closesAfterStream;
  if (isStreamed && closes && socket !== null) state.closed.add(socket);
  if (await sendPieces(response, pieces, { fault, dialect })) record.sentAt = readTime();
}

interface Rendering extends Omit<Answering, 'reply'> {
  readonly reply: CompleteReply;
  readonly isStreamed: boolean;
}

function renderPieces(state: FakeState, rendering: Rendering): readonly string[] {
  const { chat, reply, record, fault, isStreamed } = rendering;
  const { dialect, options } = state;
  const usage = buildUsage(state, record);
  const shape = {
    pieceCharacters: options.pieceCharacters ?? 24,
    isFinished: fault?.kind !== 'unfinished-stream',
  };
  if (chat.form === 'ollama') {
    return renderOllamaReply(reply, { ...shape, isStreamed, promptTokens: record.seenTokens });
  }
  if (!isStreamed) return [renderPlainReply(reply, { usage, dialect })];
  const hasTools = (chat.body.tools ?? []).length > 0;
  const isCounted =
    chat.body.stream_options?.include_usage === true &&
    !(hasTools && dialect.usageChunk === 'not-with-tools');
  const pieceCharacters =
    hasTools && !dialect.streamsWithTools ? Number.MAX_SAFE_INTEGER : shape.pieceCharacters;
  return renderStreamedReply(reply, {
    ...shape,
    pieceCharacters,
    usage: isCounted ? usage : undefined,
    dialect,
  });
}

interface Sending {
  readonly fault: FakeFault | undefined;
  readonly dialect: Dialect;
}

/** Sends the pieces. Resolves to whether the whole reply was sent. */
async function sendPieces(
  response: ServerResponse,
  pieces: readonly string[],
  { fault, dialect }: Sending,
): Promise<boolean> {
  if (fault?.kind === 'broken-body' || fault?.kind === 'stall' || fault?.kind === 'error-in-stream') {
    const half =
      pieces.length === 1
        ? cutInHalf(pieces[0] ?? '')
        : pieces.slice(0, Math.ceil(pieces.length / 2)).join('');
    response.write(half, () => {
      if (fault.kind === 'broken-body') response.destroy();
      if (fault.kind === 'error-in-stream') {
        response.end(renderStreamError({ error: { message: fault.message } }, dialect));
      }
    });
    return false;
  }
  const last = pieces.length - 1;
  for (const [index, piece] of pieces.entries()) {
    if (index === last) break;
    response.write(piece);
    // Lets the client read this piece before the next one is sent. A real server takes even longer for a token.
    await new Promise(setImmediate);
  }
  response.end(pieces[last]);
  return true;
}

function cutInHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

function buildUsage({ options, dialect }: FakeState, record: RequestRecord): WireUsage | undefined {
  const detail = options.usage ?? dialect.usage;
  if (detail === 'none') return undefined;
  return {
    prompt_tokens: record.seenTokens,
    completion_tokens: record.completionTokens,
    total_tokens: record.seenTokens + record.completionTokens,
    ...(detail === 'full' ? { prompt_tokens_details: { cached_tokens: record.cachedTokens } } : {}),
  };
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Milliseconds since the Unix epoch, with fractions. */
export function readTime(): number {
  return performance.timeOrigin + performance.now();
}

/** Cuts a request to its last tokens: tools and instructions are dropped first. */
function cutPrompt(request: WireRequest, keepTokens: number): WireRequest {
  const { tools: _lost, ...rest } = request;
  const kept: WireMessage[] = [];
  let room = keepTokens;
  for (const message of request.messages.toReversed()) {
    if (room <= 0) break;
    const text = typeof message.content === 'string' ? message.content : '';
    const tokens = countFakeTokens(text);
    const share = tokens > room ? room / tokens : 1;
    kept.unshift(share < 1 ? { ...message, content: text.slice(-Math.floor(text.length * share)) } : message);
    room -= tokens;
  }
  return { ...rest, messages: kept };
}
