// Ollama fetch: sends chat requests to Ollama's own address, which opens the window that is asked for (`num_ctx`).

import { askServer, type Fields, type ModelServer, readFields, readList } from './ask-server.ts';
import { streamAsEvents, translateWholeReply } from './ollama-reply.ts';
import { buildOllamaRequest } from './ollama-request.ts';
import type { PatientFetch, PatientRequest } from './patient-fetch.ts';

export interface OllamaFetch {
  /** As the server's own fetch; a chat request goes to `/api/chat` where the server is an Ollama. */
  readonly fetch: PatientFetch;
  /** The window its requests open; undefined where the server is no Ollama, or cannot be asked. */
  findWindow(signal?: AbortSignal): Promise<number | undefined>;
}

interface State {
  readonly server: ModelServer;
  readonly wantedTokens: number;
  /** Undefined until the server has answered; null where it is no Ollama. */
  window: number | null | undefined;
}

const chatPath = '/chat/completions';
/** Windows are multiples of it. */
const windowStep = 1_024;

/**
 * A server that opens a window of its own choice for whoever does not ask, and closes a larger one for it, is asked for
 * the same window each time: the one that is wanted, or a larger one that is loaded, and never more than the model can.
 */
export function buildOllamaFetch(server: ModelServer, wantedTokens: number): OllamaFetch {
  const state: State = { server, wantedTokens, window: undefined };
  return {
    fetch: (url, request) => sendChat(state, String(url), request),
    findWindow: async (signal) => (await resolveWindow(state, signal)) ?? undefined,
  };
}

async function sendChat(state: State, url: string, request: PatientRequest = {}): Promise<Response> {
  const { fetch } = state.server;
  const window = await resolveWindow(state, request.signal ?? undefined);
  const path = url.split('?')[0] ?? '';
  if (window === undefined || window === null || !path.endsWith(chatPath)) {
    const response = await fetch(url, request);
    // Whoever answers here and not there is somebody else.
    if (response.ok) state.window ??= null;
    return response;
  }
  const own = url.replace(/(?:\/v1)?\/chat\/completions/, '/api/chat');
  const body = buildOllamaRequest(readFields(JSON.parse(String(request.body))), window);
  const response = await fetch(own, { ...request, body: JSON.stringify(body) });
  return response.ok ? await translateResponse(response, body['stream'] === true) : response;
}

async function translateResponse(response: Response, isStreamed: boolean): Promise<Response> {
  if (!isStreamed) {
    const reply = readFields(await response.json());
    return Response.json(reply['error'] === undefined ? translateWholeReply(reply) : reply);
  }
  const body = response.body === null ? null : streamAsEvents(response.body);
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

async function resolveWindow(state: State, signal: AbortSignal | undefined): Promise<State['window']> {
  if (state.window !== undefined) return state.window;
  const { server } = state;
  const version = await askServer(server, { path: 'api/version', signal });
  if (typeof version?.['version'] !== 'string') return undefined;
  // KoboldCpp answers so, too.
  const kobold = await askServer(server, { path: 'api/extra/version', signal });
  state.window = kobold === undefined ? await chooseWindow(state, signal) : null;
  return state.window;
}

async function chooseWindow(
  { server, wantedTokens }: State,
  signal: AbortSignal | undefined,
): Promise<number> {
  const running = await askServer(server, { path: 'api/ps', signal });
  const names = new Set([server.model, `${server.model}:latest`]);
  const loaded = readList(running?.['models']).find(({ name }) => names.has(String(name)))?.[
    'context_length'
  ];
  const shown = await askServer(server, { path: 'api/show', body: { model: server.model }, signal });
  const most = readTrainedTokens(readFields(shown?.['model_info']));
  const wanted = Math.ceil(wantedTokens / windowStep) * windowStep;
  return Math.min(most, Math.max(wanted, typeof loaded === 'number' ? loaded : 0));
}

/** What the model was trained for; more would only be cut to it. */
function readTrainedTokens(info: Fields): number {
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'));
  const tokens = name === undefined ? undefined : info[name];
  return typeof tokens === 'number' && tokens > 0 ? tokens : Number.POSITIVE_INFINITY;
}
