// Fake server: an OpenAI-compatible server on loopback, real HTTP, whose replies and faults a test decides.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerEmbeddings } from './fake-server-embeddings.ts';
import { answerFacts, type ServerFacts, type ServerFlavour } from './fake-server-facts.ts';
import { sendFault } from './fake-server-faults.ts';
import type { FakeFault, FakeRequest, FaultPlan, Responder, WireRequest } from './fake-wire.ts';
import { buildPromptCache, type PromptCache, type PromptCount } from './prompt-cache.ts';
import {
  completeFakeReply,
  renderEvent,
  renderPlainReply,
  renderStreamedReply,
  type WireUsage,
} from './render-fake-reply.ts';

export interface FakeServerOptions {
  readonly respond: Responder;
  readonly faults?: FaultPlan;
  /** Whether replies carry usage; `without-cache` leaves the cached tokens out. */
  readonly usage?: 'full' | 'without-cache' | 'none';
  readonly flavour?: ServerFlavour;
  readonly models?: readonly string[];
  /** A longer prompt is refused as the flavour's servers refuse it. */
  readonly contextTokens?: number;
  /** Requests must carry it as bearer token. */
  readonly apiKey?: string;
  /** What must stand behind the path of every request; a refusal repeats what did, as proxies do. */
  readonly query?: string;
  /** Requests must carry them as basic authorization: `name:password`. */
  readonly credentials?: string;
  readonly port?: number;
  /** Prompts whose prefix counts as cached; 0 for a server whose prefix cache is off. */
  readonly cacheSlots?: number;
  readonly dropsOlderReasoning?: boolean;
  readonly dropsToolsUnderNone?: boolean;
  readonly pieceCharacters?: number;
  /** Answers with whole replies, whatever was asked for. */
  readonly neverStreams?: boolean;
  /** Says keep-alive and closes the connection after each streamed reply; a request that comes on it is reset. */
  readonly closesAfterStream?: boolean;
  /** Keeps each request's body in its record. */
  readonly keepsBodies?: boolean;
}

/** What became of one chat request. Times in milliseconds since the Unix epoch, with fractions. */
export interface RequestRecord extends PromptCount {
  readonly number: number;
  readonly bodyBytes: number;
  /** When the request's last byte was here. */
  readonly receivedAt: number;
  /** When the reply's last byte was given to the socket; undefined while it is not. */
  sentAt: number | undefined;
  completionTokens: number;
  readonly fault: FakeFault['kind'] | undefined;
  /** The client went away before the reply was complete. */
  isAborted: boolean;
  /** Which connection it came on: 1 for the first. */
  readonly connection: number;
  readonly body: string | undefined;
}

export interface FakeServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  readonly records: readonly RequestRecord[];
  close(): Promise<void>;
}

interface FakeState {
  readonly options: FakeServerOptions;
  readonly facts: ServerFacts;
  readonly cache: PromptCache;
  readonly records: RequestRecord[];
  readonly connections: WeakMap<object, number>;
  /** Connections whose next request is reset. */
  readonly closed: WeakSet<object>;
}

/** Starts the server on loopback; `port` 0 takes a free one. */
export async function openFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const state = buildState(options);
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    state.connections.set(socket, connections);
  });
  // A client alone closes what rests: one that is slow to ask again would find its connection gone.
  server.keepAliveTimeout = 0;
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    records: state.records,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function buildState(options: FakeServerOptions): FakeState {
  return {
    options,
    facts: {
      flavour: options.flavour ?? 'plain',
      models: options.models ?? ['fake'],
      contextTokens: options.contextTokens ?? 32_768,
    },
    cache: buildPromptCache({
      slots: options.cacheSlots ?? 4,
      dropsOlderReasoning: options.dropsOlderReasoning ?? false,
      dropsToolsUnderNone: options.dropsToolsUnderNone ?? false,
    }),
    records: [],
    connections: new WeakMap(),
    closed: new WeakSet(),
  };
}

function findWantedAuthorization({ apiKey, credentials }: FakeServerOptions): string | undefined {
  if (apiKey !== undefined) return `Bearer ${apiKey}`;
  return credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
}

async function serve(state: FakeState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { text, receivedAt } = await readBody(request);
  if (state.closed.has(request.socket)) {
    request.socket.resetAndDestroy();
    return;
  }
  const route = `${request.method} ${request.url?.split('?')[0]}`;
  if (route === 'GET /fake/records') return sendJson(response, 200, state.records);
  const wanted = findWantedAuthorization(state.options);
  if (wanted !== undefined && request.headers.authorization !== wanted) {
    return sendJson(response, 401, { error: { message: 'Unauthorized', type: 'auth_error', code: 401 } });
  }
  const { query } = state.options;
  if (query !== undefined && request.url?.split('?')[1] !== query) {
    return sendJson(response, 401, {
      error: { message: `Cannot ${request.method} ${request.url}`, code: 401 },
    });
  }
  if (route === 'POST /v1/chat/completions') {
    const connection = state.connections.get(request.socket) ?? 0;
    return await serveChat(state, { text, receivedAt, connection }, response);
  }
  const body = text === '' ? {} : JSON.parse(text);
  if (route === 'POST /v1/embeddings') {
    const embeddings = answerEmbeddings(body, state.facts.models);
    return sendJson(response, embeddings.status, embeddings.body);
  }
  const answer = answerFacts(state.facts, { route, body });
  if (answer === undefined) return sendJson(response, 404, { error: { message: 'Not Found', code: 404 } });
  return sendJson(response, 200, answer);
}

interface ReceivedChat extends ReceivedBody {
  readonly connection: number;
}

async function serveChat(state: FakeState, chat: ReceivedChat, response: ServerResponse): Promise<void> {
  const body: WireRequest = JSON.parse(chat.text);
  if (!state.facts.models.includes(body.model)) {
    const message = `The model \`${body.model}\` does not exist.`;
    return sendJson(response, 404, { error: { message, type: 'NotFoundError', param: 'model', code: 404 } });
  }
  const counted = state.cache.count(body);
  const request: FakeRequest = { number: state.records.length + 1, body, promptTokens: counted.promptTokens };
  const isTooLong = counted.promptTokens > state.facts.contextTokens;
  const fault = isTooLong ? ({ kind: 'context-overflow' } as const) : state.options.faults?.(request);
  const record: RequestRecord = {
    number: request.number,
    bodyBytes: Buffer.byteLength(chat.text),
    receivedAt: chat.receivedAt,
    sentAt: undefined,
    ...counted,
    completionTokens: 0,
    fault: fault?.kind,
    isAborted: false,
    connection: chat.connection,
    body: state.options.keepsBodies === true ? chat.text : undefined,
  };
  state.records.push(record);
  response.on('close', () => {
    record.isAborted = !response.writableFinished;
  });
  if (fault !== undefined && sendFault(response, fault, { ...state.facts, ...counted })) return;
  state.cache.remember();
  await sendReply(state, { request, record, fault }, response);
}

interface Answering {
  readonly request: FakeRequest;
  readonly record: RequestRecord;
  readonly fault: FakeFault | undefined;
}

async function sendReply(state: FakeState, answering: Answering, response: ServerResponse): Promise<void> {
  const { request, record, fault } = answering;
  const reply = completeFakeReply(await state.options.respond(request), {
    number: request.number,
    model: request.body.model,
    cutsArguments: fault?.kind === 'malformed-arguments',
  });
  record.completionTokens = reply.completionTokens;
  const usage = buildUsage(state.options, record);
  const isStreamed = request.body.stream === true && state.options.neverStreams !== true;
  const hasUsage = !isStreamed || request.body.stream_options?.include_usage === true;
  const pieces = isStreamed
    ? renderStreamedReply(reply, {
        pieceCharacters: state.options.pieceCharacters ?? 24,
        isFinished: fault?.kind !== 'unfinished-stream',
        usage: hasUsage ? usage : undefined,
      })
    : [renderPlainReply(reply, usage)];
  response.writeHead(200, {
    'content-type': isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json',
    ...(isStreamed ? {} : { 'content-length': Buffer.byteLength(pieces.join('')) }),
  });
  const { socket } = response;
  if (isStreamed && state.options.closesAfterStream === true && socket !== null) state.closed.add(socket);
  if (await sendPieces(response, pieces, fault)) record.sentAt = readTime();
}

/** Whether the reply was sent to its end. */
async function sendPieces(
  response: ServerResponse,
  pieces: readonly string[],
  fault: FakeFault | undefined,
): Promise<boolean> {
  if (fault?.kind === 'broken-body' || fault?.kind === 'stall' || fault?.kind === 'error-in-stream') {
    const half =
      pieces.length === 1 ? halve(pieces[0] ?? '') : pieces.slice(0, Math.ceil(pieces.length / 2)).join('');
    response.write(half, () => {
      if (fault.kind === 'broken-body') response.destroy();
      if (fault.kind === 'error-in-stream') {
        response.end(renderEvent({ error: { message: fault.message } }));
      }
    });
    return false;
  }
  const last = pieces.length - 1;
  for (const [index, piece] of pieces.entries()) {
    if (index === last) break;
    response.write(piece);
    // The client may read this piece before the next one: a server needs longer for a token than that.
    await new Promise(setImmediate);
  }
  response.end(pieces[last]);
  return true;
}

function halve(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

function buildUsage(options: FakeServerOptions, record: RequestRecord): WireUsage | undefined {
  const detail = options.usage ?? 'full';
  if (detail === 'none') return undefined;
  return {
    prompt_tokens: record.promptTokens,
    completion_tokens: record.completionTokens,
    total_tokens: record.promptTokens + record.completionTokens,
    ...(detail === 'full' ? { prompt_tokens_details: { cached_tokens: record.cachedTokens } } : {}),
  };
}

interface ReceivedBody {
  readonly text: string;
  readonly receivedAt: number;
}

function readBody(request: IncomingMessage): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('error', reject);
    request.once('end', () => {
      const receivedAt = readTime();
      resolve({ receivedAt, text: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function readTime(): number {
  return performance.timeOrigin + performance.now();
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
