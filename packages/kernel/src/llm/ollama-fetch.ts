// Ollama fetch: sends chat requests to Ollama's own address, where a request can ask for a window (`num_ctx`).
import { askServer, type Fields, type ModelServer, readFields, readList } from './ask-server.ts';
import type { PatientFetch, PatientRequest } from './patient-fetch.ts';

export interface OllamaFetch {
  /** The server's own fetch, except that a chat request goes to `/api/chat` if the server is Ollama. */
  readonly fetch: PatientFetch;
  /**
   * The context window that the requests ask for, in tokens; undefined if the server is not Ollama or cannot be
   * reached.
   */
  findWindow(signal?: AbortSignal): Promise<number | undefined>;
}

interface State {
  readonly server: ModelServer;
  readonly wantedTokens: number;
  /** Undefined until the server has answered; null if the server is not Ollama. */
  window: number | null | undefined;
}

const chatPath = '/chat/completions';
/** The window that is asked for is a multiple of this many tokens. */
const windowStep = 1_024;

/**
 * If a request names no window, Ollama loads the model with a window of its own choice, and closes a larger one. So
 * every request asks for the same window: the wanted one, or a larger one that is already loaded, but never more than
 * the model was trained for.
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
    // A server that answers here, but did not answer at Ollama's own address, is not Ollama.
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
  // KoboldCpp also answers at Ollama's address, so it must be ruled out.
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

/** The window for which the model was trained, in tokens. Ollama would reduce a larger window to it. */
function readTrainedTokens(info: Fields): number {
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'));
  const tokens = name === undefined ? undefined : info[name];
  return typeof tokens === 'number' && tokens > 0 ? tokens : Number.POSITIVE_INFINITY;
}

/** What is known of a reply so far, which decides how it ends. */
interface Course {
  calls: number;
}

/**
 * Turns a stream of Ollama's into the form of OpenAI's servers. A line that is not in Ollama's form is passed on
 * unchanged.
 */
function streamAsEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const course: Course = { calls: 0 };
  let rest = '';
  const send = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (line.trim() !== '') controller.enqueue(encoder.encode(renderEvents(line, course)));
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) send(line, controller);
      },
      flush(controller) {
        send(rest, controller);
      },
    }),
  );
}

function renderEvents(line: string, course: Course): string {
  const piece = parseLine(line);
  if (piece === undefined) return `data: ${line}\n\n`;
  if (piece['error'] !== undefined) return renderEvent({ error: { message: String(piece['error']) } });
  const events = [renderChunk(piece, { delta: buildDelta(piece, course), finish_reason: null })];
  if (piece['done'] === true) {
    events.push(renderChunk(piece, { delta: {}, finish_reason: translateFinish(piece, course) }));
    events.push(
      renderEvent({ ...buildHead(piece), choices: [], usage: readUsage(piece) }),
      'data: [DONE]\n\n',
    );
  }
  return events.join('');
}

function buildDelta(piece: Fields, course: Course): Fields {
  const { content, thinking, tool_calls } = readFields(piece['message']);
  const calls = readList(tool_calls).map((call) => ({
    index: course.calls++,
    ...translateCall(call, course),
  }));
  return {
    role: 'assistant',
    ...(typeof content === 'string' && content !== '' ? { content } : {}),
    ...(typeof thinking === 'string' && thinking !== '' ? { reasoning_content: thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** Translates a reply that was not streamed. */
function translateWholeReply(reply: Fields): Fields {
  const course: Course = { calls: 0 };
  const { tool_calls, ...message } = buildDelta(reply, course);
  const calls = readList(tool_calls).map(({ index: _index, ...call }) => call);
  const whole = { content: '', ...message, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  return {
    ...buildHead(reply),
    object: 'chat.completion',
    choices: [{ index: 0, message: whole, finish_reason: translateFinish(reply, course) }],
    usage: readUsage(reply),
  };
}

/** Older versions of Ollama give a call no id. */
function translateCall(call: Fields, { calls }: Course): Fields {
  const { name, arguments: given } = readFields(call['function']);
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call-${calls}`;
  return { id, type: 'function', function: { name, arguments: text } };
}

function translateFinish({ done_reason: reason }: Fields, { calls }: Course): string {
  if (reason === 'length') return 'length';
  return calls > 0 ? 'tool_calls' : 'stop';
}

/** Undefined if the count of prompt tokens is missing, so that nobody takes it for 0. */
function readUsage({ prompt_eval_count: prompt, eval_count: output }: Fields): Fields | undefined {
  if (typeof prompt !== 'number') return undefined;
  const completion = typeof output === 'number' ? output : 0;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function renderChunk(piece: Fields, choice: Fields): string {
  return renderEvent({ ...buildHead(piece), choices: [{ index: 0, ...choice }] });
}

function buildHead({ model }: Fields): Fields {
  return { id: 'ollama', object: 'chat.completion.chunk', created: 0, model };
}

function renderEvent(value: Fields): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function parseLine(line: string): Fields | undefined {
  try {
    return readFields(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

// Source: ollama/ollama `docs/api.md` and `api/types.go` (options, think, tool_calls with arguments as objects).

/** Fields of OpenAI's form that Ollama accepts among its options, and the names of these options. */
const optionNames: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  max_tokens: 'num_predict',
  top_p: 'top_p',
  top_k: 'top_k',
  min_p: 'min_p',
  seed: 'seed',
  stop: 'stop',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  repeat_penalty: 'repeat_penalty',
};

/** Fields that Ollama's chat has in another form, or not at all. */
const translated = new Set([
  ...Object.keys(optionNames),
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'options',
  'reasoning_effort',
  'chat_template_kwargs',
  'user',
]);

/** Values already in `options` were set by the person and stay as they are, even the window. */
function buildOllamaRequest(body: Fields, windowTokens: number): Fields {
  const { model, tools } = body;
  const options = Object.entries(body).flatMap(([name, value]) => {
    const option = optionNames[name];
    return option === undefined ? [] : [[option, value] as const];
  });
  const others = Object.entries(body).filter(([name]) => !translated.has(name));
  const think = findThink(body);
  return {
    model,
    messages: readList(body['messages']).map(translateMessage),
    ...(tools === undefined ? {} : { tools }),
    stream: body['stream'] === true,
    ...(think === undefined ? {} : { think }),
    ...Object.fromEntries(others),
    options: { num_ctx: windowTokens, ...Object.fromEntries(options), ...readFields(body['options']) },
  };
}

function findThink(body: Fields): boolean | string | undefined {
  const effort = body['reasoning_effort'];
  if (effort === 'none') return false;
  if (typeof effort === 'string') return effort;
  const { enable_thinking: isOn } = readFields(body['chat_template_kwargs']);
  return typeof isOn === 'boolean' ? isOn : undefined;
}

function translateMessage(message: Fields): Fields {
  const { role, content } = message;
  const calls = readList(message['tool_calls']);
  const thinking = message['reasoning_content'];
  return {
    role,
    ...translateContent(content),
    ...(typeof thinking === 'string' && thinking !== '' ? { thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(translateCallAsked) }),
    ...(role === 'tool' ? { tool_call_id: message['tool_call_id'] } : {}),
  };
}

/** Ollama's chat expects pictures in a field next to the text, as base64 without a prefix. */
function translateContent(content: unknown): Fields {
  if (!Array.isArray(content)) return { content: typeof content === 'string' ? content : '' };
  const parts = readList(content);
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const images = parts.flatMap((part) => {
    const { url } = readFields(part['image_url']);
    return typeof url === 'string' ? [url.slice(url.indexOf(',') + 1)] : [];
  });
  return { content: texts.join('\n'), ...(images.length === 0 ? {} : { images }) };
}

function translateCallAsked(call: Fields): Fields {
  const { name, arguments: text } = readFields(call['function']);
  return { id: call['id'], function: { name, arguments: parseArguments(text) } };
}

/**
 * Arguments that are not JSON become an empty object. The model was already told that they were not JSON, so only
 * their text is lost.
 */
function parseArguments(text: unknown): Fields {
  try {
    return readFields(JSON.parse(String(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
