// Builds a model that implements our port from any OpenAI-compatible server, or from any other provider of the AI SDK.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONObject, LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { ProviderError, UsageError } from '../base/errors.ts';
import { sortByNearness } from '../base/find-nearest.ts';
import { addQuery, listQuerySecrets, type ServerAddress, splitAddress } from '../base/server-address.ts';
import {
  buildBrokenStreamError,
  type ModelPlace,
  translateModelError,
  translateStrangeBody,
  translateStreamError,
} from './ai-sdk-errors.ts';
import { type ArgumentForm, normaliseArguments, renderSdkRequest } from './ai-sdk-messages.ts';
import { type ApiKey, loadSdkProvider } from './ai-sdk-provider.ts';
import {
  buildReply,
  buildThinkingHabit,
  collectContent,
  collectStream,
  type ReceivedReply,
  type ThinkingHabit,
} from './ai-sdk-reply.ts';
import type { ModelServer } from './ask-server.ts';
import type {
  LanguageModel,
  ModelReply,
  ModelRequest,
  ReplyOptions,
  ServerHabits,
} from './language-model.ts';
import { buildOllamaFetch } from './ollama-fetch.ts';
import { buildPatientFetch, type PatientFetch } from './patient-fetch.ts';
import { buildServerTokenizer, describeServer, findLoadedContext, listModels } from './server-facts.ts';

export interface AiSdkModelOptions {
  /** `openai:<name>` for any OpenAI-compatible server, `<provider>:<name>` for any other provider of the AI SDK. */
  readonly model: string;
  /**
   * By default `http://localhost:8080`, or the provider's own address. `/v1` is added to an address without a
   * path.
   */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: ApiKey | undefined;
  /**
   * How many tokens prompt and reply may have together. Ollama is asked to open a window of this size; the window of
   * other servers is fixed when they start.
   */
  readonly windowTokens?: number | undefined;
  /**
   * Whether replies are streamed: their text can then be shown as it arrives, and a server that falls silent is
   * noticed.
   */
  readonly streams?: boolean | undefined;
  /** Whether the model's chat template itself opens `<think>`; if undefined, this is learnt from earlier replies. */
  readonly opensThinking?: boolean | undefined;
  /** How long the first byte of a reply may take; by default 30 minutes. */
  readonly patienceMs?: number | undefined;
  /** How long the pause between two parts of a reply may be; by default 60 s. */
  readonly idleMs?: number | undefined;
}

const defaultBaseUrl = 'http://localhost:8080';
const defaultPatienceMs = 30 * 60 * 1000;
const defaultIdleMs = 60_000;
const connectMs = 15_000;
/** Longer than the pause between two requests of a reading, so that these use the same connection. */
const keptMs = 20_000;
/** In an error, the list of the server's models has at most this many characters. */
const longestList = 1_000;

interface Access {
  readonly sdkModel: LanguageModelV4;
  /** The name under which the provider looks for additional fields of the body. */
  readonly provider: string;
  readonly argumentForm: ArgumentForm;
  /** Whether to ask for streams; false after the server was found not to stream. */
  streams: boolean;
  readonly place: ModelPlace;
  readonly thinking: ThinkingHabit;
}

/** Builds the model. Throws `UsageError` if the name or address is invalid, or the provider is not installed. */
export async function buildAiSdkModel(options: AiSdkModelOptions): Promise<LanguageModel> {
  const { provider, name } = parseModelName(options.model);
  const said = splitAddress(options.baseUrl ?? defaultBaseUrl);
  const habits: Habits = { closesKeptConnections: false };
  const fetch = buildFetch(options, said, habits);
  if (provider === 'openai') return buildCompatibleModel(options, { name, fetch, said, habits });
  const baseUrl = options.baseUrl?.replace(/[?#][\s\S]*/, '');
  const sdkModel = await loadSdkProvider({ provider, name, options: { ...options, baseUrl }, fetch });
  const place = {
    url: options.baseUrl === undefined ? provider : said.url,
    model: options.model,
    secrets: listSecrets(readKey(options.apiKey), said),
  };
  const access: Access = {
    sdkModel,
    provider,
    argumentForm: 'value',
    streams: options.streams ?? true,
    place,
    thinking: buildThinkingHabit(options.opensThinking),
  };
  return {
    id: options.model,
    reply: (request, replyOptions) => askForReply(access, request, replyOptions),
    readHabits: () => renderHabits(habits),
  };
}

interface Habits {
  closesKeptConnections: boolean;
}

function renderHabits({ closesKeptConnections }: Habits): ServerHabits {
  return closesKeptConnections ? { closesKeptConnections } : {};
}

/** A fetch that adds the query of the address to every request of any kind. */
function buildFetch(options: AiSdkModelOptions, { query }: ServerAddress, habits: Habits): PatientFetch {
  const firstByteMs = options.patienceMs ?? defaultPatienceMs;
  const patience = { firstByteMs, idleMs: options.idleMs ?? defaultIdleMs, connectMs, keptMs };
  const fetch = buildPatientFetch(patience, () => {
    habits.closesKeptConnections = true;
  });
  return (url, request) => fetch(addQuery(url instanceof Request ? url.url : String(url), query), request);
}

function listSecrets(key: string | undefined, { query }: ServerAddress): readonly string[] {
  return [...(key === undefined || key === '' ? [] : [key]), ...listQuerySecrets(query)];
}

interface CompatibleParts {
  readonly name: string;
  readonly fetch: PatientFetch;
  readonly said: ServerAddress;
  readonly habits: Habits;
}

function buildCompatibleModel(
  options: AiSdkModelOptions,
  { name, fetch, said, habits }: CompatibleParts,
): LanguageModel {
  const baseUrl = parseBaseUrl(said.url);
  const secret = readKey(options.apiKey);
  const authorization = secret === undefined ? said.authorization : `Bearer ${secret}`;
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const server: ModelServer = { baseUrl, model: name, headers, fetch };
  const secrets = listSecrets(authorization?.replace(/^\w+ /, ''), said);
  const place = { url: baseUrl, model: options.model, secrets };
  const streams = options.streams ?? true;
  const ollama =
    options.windowTokens === undefined ? undefined : buildOllamaFetch(server, options.windowTokens);
  const chatFetch = ollama?.fetch ?? fetch;
  const expecting = requireStream(chatFetch, place);
  const settling = normaliseArguments(chatFetch);
  const sdkModel = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    includeUsage: true,
    fetch: (url, init) => (isStreamRequested(init?.body) ? expecting : settling)(url, init),
    headers,
  }).chatModel(name);
  const thinking = buildThinkingHabit(options.opensThinking);
  const access: Access = { sdkModel, provider: 'openai', argumentForm: 'text', streams, place, thinking };
  return {
    id: options.model,
    reply: async (request, replyOptions) => {
      try {
        return await askForReply(access, request, replyOptions);
      } catch (error) {
        throw await nameModels(error, server);
      }
    },
    findContextTokens: async (signal) =>
      (await ollama?.findWindow(signal)) ?? (await findLoadedContext(server, signal)),
    countTokens: buildServerTokenizer(server),
    describeServer: (signal) => describeServer(server, signal),
    readHabits: () => renderHabits(habits),
  };
}

/**
 * Searching the body as text is safe: quotes inside texts of the request are escaped, so this string cannot occur
 * there.
 */
function isStreamRequested(body: unknown): boolean {
  return typeof body === 'string' && body.includes('"stream":true');
}

async function askForReply(
  access: Access,
  request: ModelRequest,
  options: ReplyOptions = {},
): Promise<ModelReply> {
  options.signal?.throwIfAborted();
  try {
    const received = await receive(access, request, options);
    const built = buildReply(received, access.thinking.opens);
    access.thinking.record(received);
    return built;
  } catch (error) {
    options.signal?.throwIfAborted();
    const translated = translateModelError(error, access.place);
    if (translated.code !== 'model.not-streaming' || !access.streams) throw translated;
    access.streams = false;
    return await askForReply(access, request, options);
  }
}

async function receive(access: Access, request: ModelRequest, options: ReplyOptions): Promise<ReceivedReply> {
  const { sdkModel, place } = access;
  const call = renderCall(access, request, options.signal);
  if (!access.streams || options.isWhole === true) {
    const result = await sdkModel.doGenerate(call);
    return collectContent(result.content, { finish: result.finishReason, usage: result.usage });
  }
  const { stream } = await sdkModel.doStream(call);
  const translateFailure = (error: unknown) => translateStreamError(error, place);
  const received = await collectStream(stream, {
    ...options,
    opensThinking: access.thinking.opens,
    fail: translateFailure,
  });
  if (received === undefined) throw buildBrokenStreamError('its end never came');
  return received;
}

function renderCall(
  access: Access,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): LanguageModelV4CallOptions {
  // A person can configure any JSON here; the adapter does not examine it.
  const body = request.extraBody as JSONObject | undefined;
  return {
    ...renderSdkRequest(request, access.argumentForm),
    maxOutputTokens: request.maxOutputTokens,
    temperature: request.temperature,
    ...(body === undefined ? {} : { providerOptions: { [access.provider]: body } }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
}

/**
 * Checks that a requested stream really is one: otherwise, a web page, an object or an empty body would look like a
 * stream that broke off.
 */
function requireStream(fetch: PatientFetch, place: ModelPlace): PatientFetch {
  return async (url, request) => {
    const response = await fetch(url, request);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || type.startsWith('text/event-stream')) return response;
    const body = await response.text();
    if (!isEventStream(body)) throw translateStrangeBody(body, place);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Whether a body is a stream of events, judged by its text, because some proxies give it another content type. */
function isEventStream(body: string): boolean {
  return /^\s*(?:data|event|id|retry|):/.test(body);
}

/** If the server does not know the model, adds the names of the server's models to the error, the likeliest first. */
async function nameModels(error: unknown, server: ModelServer): Promise<unknown> {
  if (!(error instanceof ProviderError) || error.code !== 'model.not-found') return error;
  const names = sortByNearness(server.model, await listModels(server));
  if (names.length === 0) return error;
  return new ProviderError({
    code: error.code,
    happened: error.happened,
    todo: `The server has: ${names.slice(0, 20).join(', ').slice(0, longestList)}. Set --model openai:<one of them>.`,
    retryable: false,
    cause: error,
  });
}

function parseModelName(model: string): { readonly provider: string; readonly name: string } {
  const colon = model.indexOf(':');
  const provider = model.slice(0, Math.max(0, colon));
  const name = model.slice(colon + 1);
  if (/^[a-z][a-z0-9-]*$/.test(provider) && name !== '') return { provider, name };
  throw new UsageError({
    code: 'model.bad-name',
    happened: `"${model}" does not name a model.`,
    todo: 'Write provider:name, such as openai:qwen3-32b for any OpenAI-compatible server.',
  });
}

/** The key is sent in a header. If it has anything but plain characters, it was probably copied wrongly. */
function readKey(apiKey: ApiKey | undefined): string | undefined {
  const key = apiKey?.reveal().trim();
  if (key === undefined || key === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError({
    code: 'model.bad-key',
    happened: 'The API key has characters that cannot be in a key.',
    todo: 'Copy it again, without blanks, quotes or an ellipsis (…) in its middle.',
  });
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError({
      code: 'model.bad-address',
      happened: `"${text}" is not the address of a model server.`,
      todo: 'Write it like http://localhost:8080/v1.',
    });
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}
