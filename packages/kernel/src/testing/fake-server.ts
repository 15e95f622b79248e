// Fake server: an OpenAI-compatible HTTP server on loopback, whose replies and faults a test decides.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect, ServerFlavour } from './dialects/dialect.ts';
import { requireDialect } from './dialects/require-dialect.ts';
import {
  answerChat,
  type FakeChatOptions,
  type FakeState,
  type ReceivedBody,
  type RequestRecord,
  readTime,
  sendJson,
} from './fake-chat.ts';
import { buildFakeVector } from './fake-embedder.ts';
import { readOllamaChat } from './fake-ollama-chat.ts';
import type { WireRequest } from './fake-wire.ts';
import { buildPromptCache } from './prompt-cache.ts';

export interface FakeServerOptions extends FakeChatOptions {
  readonly flavour?: ServerFlavour;
  /** How this server differs from others of its flavour. */
  readonly habits?: Partial<Dialect>;
  /** Whether the server loads its model and window only at the first request. */
  readonly loadsOnDemand?: boolean;
  readonly models?: readonly string[];
  /** The window. If a prompt is longer, `longPrompt` decides what happens. */
  readonly contextTokens?: number;
  /** The key that requests must send as a bearer token. */
  readonly apiKey?: string;
  /** The query that every request must have. A refusal repeats the query of the request, as proxies do. */
  readonly query?: string;
  /** The name and password that requests must send as basic authorization: `name:password`. */
  readonly credentials?: string;
  readonly port?: number;
  /**
   * A prompt is compared with this many earlier prompts to find a cached prefix; 0 for a server whose prefix cache is
   * off.
   */
  readonly cacheSlots?: number;
  readonly dropsOlderReasoning?: boolean;
  readonly dropsToolsUnderNone?: boolean;
}

export interface FakeServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  readonly records: readonly RequestRecord[];
  close(): Promise<void>;
}

interface ServedState extends FakeState {
  readonly options: FakeServerOptions;
}

/** Starts the server on loopback; if `port` is 0 or undefined, on a free port. */
export async function openFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const state = buildState(options);
  const server = createServer((request, response) => {
    handleRequest(state, request, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    state.connections.set(socket, connections);
  });
  // Only the client closes idle connections. Otherwise a client that waits a long time before its next request would
  // find its connection closed.
  server.keepAliveTimeout = 0;
  await startListening(server, options.port ?? 0);
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

function buildState(options: FakeServerOptions): ServedState {
  const flavour = options.flavour ?? 'plain';
  const contextTokens = options.contextTokens ?? 32_768;
  const loadedTokens = options.loadsOnDemand === true ? undefined : contextTokens;
  return {
    options,
    dialect: { ...requireDialect(flavour), ...options.habits },
    facts: { flavour, models: options.models ?? ['fake'], contextTokens, loadedTokens },
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

async function handleRequest(
  state: ServedState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { text, receivedAt } = await readBody(request);
  if (state.closed.has(request.socket)) {
    request.socket.resetAndDestroy();
    return;
  }
  const path = request.url?.split('?')[0] ?? '';
  const route = `${request.method} ${path}`;
  if (route === 'GET /fake/records') return sendJson(response, 200, state.records);
  const refusal = checkRequest(state.options, request);
  if (refusal !== undefined) return sendJson(response, 401, { error: refusal });
  const body = text === '' ? {} : JSON.parse(text);
  const chat = readChat(state, route, body);
  if (chat !== undefined) {
    const connection = state.connections.get(request.socket) ?? 0;
    return await answerChat(state, { ...chat, path, text, receivedAt, connection }, response);
  }
  if (route === 'POST /v1/embeddings') {
    const embeddings = answerEmbeddings(body, state.facts.models);
    return sendJson(response, embeddings.status, embeddings.body);
  }
  const answer = state.dialect.routes[route]?.(state.facts, body);
  if (answer === undefined) return sendJson(response, 404, { error: { message: 'Not Found', code: 404 } });
  return sendJson(response, 200, answer);
}

function checkRequest(options: FakeServerOptions, request: IncomingMessage): unknown {
  const wanted = findWantedAuthorization(options);
  if (wanted !== undefined && request.headers.authorization !== wanted) {
    return { message: 'Unauthorized', type: 'auth_error', code: 401 };
  }
  if (options.query === undefined || request.url?.split('?')[1] === options.query) return undefined;
  return { message: `Cannot ${request.method} ${request.url}`, code: 401 };
}

/** Reads a chat request, in either form; undefined for any other request. */
function readChat({ facts }: ServedState, route: string, body: Readonly<Record<string, unknown>>) {
  if (route === 'POST /v1/chat/completions') {
    return {
      body: readOpenAiChat(facts, body),
      windowTokens: facts.contextTokens,
      form: 'openai',
    } as const;
  }
  if (route !== 'POST /api/chat' || facts.flavour !== 'ollama') return undefined;
  const chat = readOllamaChat(body);
  return {
    body: chat.body,
    windowTokens: chat.windowTokens ?? facts.contextTokens,
    form: 'ollama',
  } as const;
}

/**
 * At its address in OpenAI's form, Ollama ignores its own fields for the window and for thinking (ollama/ollama 14820,
 * 18129).
 */
function readOpenAiChat(
  { flavour }: FakeState['facts'],
  body: Readonly<Record<string, unknown>>,
): WireRequest {
  const { options: _window, think: _think, ...known } = body;
  return (flavour === 'ollama' ? known : body) as unknown as WireRequest;
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

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

interface EmbeddingsRequest {
  readonly model?: unknown;
  readonly input?: unknown;
}

interface EmbeddingsAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the vectors in a different order from the texts, because a client must use `index`. */
function answerEmbeddings({ model, input }: EmbeddingsRequest, models: readonly string[]): EmbeddingsAnswer {
  if (typeof model !== 'string' || !models.includes(model)) {
    return { status: 404, body: { error: { message: `The model \`${model}\` does not exist.`, code: 404 } } };
  }
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) {
    return { status: 400, body: { error: { message: 'input must be text', code: 400 } } };
  }
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [...buildFakeVector(String(text))],
  }));
  return { status: 200, body: { object: 'list', model, data: data.reverse() } };
}
