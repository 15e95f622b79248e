// Asks a model server which window it has loaded and how it counts tokens, in the dialects of common servers.
import {
  askServer,
  askServerOnce,
  type Fields,
  type ModelServer,
  readFields,
  readList,
} from './ask-server.ts';
import type { ServerAccount, ServerKind } from './language-model.ts';

/**
 * The window that the server has loaded, in tokens, never the model's maximum; undefined if the server does not say.
 * vLLM: `max_model_len`; llama.cpp: `/props`; LM Studio: `loaded_context_length`; Ollama: `/api/ps`; TabbyAPI:
 * `max_seq_len`; KoboldCpp; OpenRouter: the window of the provider that it prefers.
 */
export async function findLoadedContext(
  server: ModelServer,
  signal?: AbortSignal,
): Promise<number | undefined> {
  for (const probe of contextProbes) {
    const answer = await askServer(server, { path: probe.path, signal });
    const tokens = answer === undefined ? undefined : readPositive(probe.read(answer, server.model));
    if (tokens !== undefined) return tokens;
  }
  return undefined;
}

/** The names of the models that the server lists; empty if it lists none. */
export async function listModels(server: ModelServer, signal?: AbortSignal): Promise<readonly string[]> {
  const answer = await askServer(server, { path: 'v1/models', signal });
  return readList(answer?.['data']).flatMap((entry) =>
    typeof entry['id'] === 'string' ? [entry['id']] : [],
  );
}

export type ServerTokenizer = (text: string, signal?: AbortSignal) => Promise<number | undefined>;

/**
 * Builds a function that counts tokens with the server's own tokenizer. The function returns undefined if the server
 * has none, which it finds out only once, or while the server is loading, busy or not there.
 */
export function buildServerTokenizer(server: ModelServer): ServerTokenizer {
  let known: readonly Dialect[] = dialects;
  return async (text, signal) => {
    if (text === '') return 0;
    for (const dialect of known) {
      const tokens = await countBy(dialect, { server, text, signal });
      // Such a server would say the same to every dialect.
      if (tokens === 'passing') return undefined;
      if (tokens === undefined) continue;
      known = [dialect];
      return tokens;
    }
    if (known === dialects) known = [];
    return undefined;
  };
}

interface Counting {
  readonly server: ModelServer;
  readonly text: string;
  readonly signal: AbortSignal | undefined;
}

async function countBy(
  { path, write, read }: Dialect,
  { server, text, signal }: Counting,
): Promise<number | 'passing' | undefined> {
  const { fields, isPassing } = await askServerOnce(server, {
    path,
    body: write(text, server.model),
    signal,
  });
  if (isPassing) return 'passing';
  return fields === undefined ? undefined : readPositive(read(fields));
}

interface ContextProbe {
  readonly path: string;
  readonly read: (answer: Fields, model: string) => unknown;
}

const contextProbes: readonly ContextProbe[] = [
  {
    path: 'v1/models',
    read: (answer, model) => {
      const entries = readList(answer['data']);
      const entry = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined);
      const provider = readFields(entry?.['top_provider']);
      return entry?.['max_model_len'] ?? readFields(entry?.['meta'])['n_ctx'] ?? provider['context_length'];
    },
  },
  {
    path: 'props',
    read: (answer) => readFields(answer['default_generation_settings'])['n_ctx'] ?? answer['n_ctx'],
  },
  {
    path: 'api/v0/models',
    read: (answer, model) =>
      readList(answer['data']).find(({ id }) => id === model)?.['loaded_context_length'],
  },
  {
    path: 'api/ps',
    read: (answer, model) => {
      const names = new Set([model, `${model}:latest`]);
      return readList(answer['models']).find(({ name }) => names.has(String(name)))?.['context_length'];
    },
  },
  { path: 'v1/model', read: (answer) => readFields(answer['parameters'])['max_seq_len'] },
  { path: 'api/extra/true_max_context_length', read: (answer) => answer['value'] },
];

interface Dialect {
  readonly path: string;
  readonly write: (text: string, model: string) => Fields;
  readonly read: (answer: Fields) => unknown;
}

const vllm: Omit<Dialect, 'path'> = {
  write: (prompt, model) => ({ model, prompt, add_special_tokens: false }),
  read: (answer) => answer['count'],
};
const llamaCpp: Omit<Dialect, 'path'> = {
  write: (content) => ({ content }),
  read: (answer) => (Array.isArray(answer['tokens']) ? answer['tokens'].length : undefined),
};

const dialects: readonly Dialect[] = [
  { path: 'tokenize', ...vllm },
  { path: 'tokenize', ...llamaCpp },
  { path: 'v1/tokenize', ...vllm },
  { path: 'v1/tokenize', ...llamaCpp },
  { path: 'api/extra/tokencount', write: (prompt) => ({ prompt }), read: (answer) => answer['value'] },
];

function readPositive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;
}

interface Trace {
  readonly kind: ServerKind;
  readonly path: string;
  readonly isTheirs: (answer: Fields) => boolean;
  readonly readVersion: (answer: Fields) => unknown;
  /** The path at which the server reports its version, if the answer at `path` does not contain it. */
  readonly versionPath?: string;
}

/** Whether one of the listed models shows that the server is of this kind. */
const isOfModel = (says: (model: Fields) => boolean) => (answer: Fields) =>
  readList(answer['data']).some(says);
const hasVersion = (answer: Fields) => typeof answer['version'] === 'string';
const readVersion = (answer: Fields) => answer['version'];

/**
 * Servers that imitate others come first: KoboldCpp also answers as Ollama and llama.cpp do. Many servers answer at
 * the same paths, so the content of the answer must show from which program it comes.
 */
const traces: readonly Trace[] = [
  {
    kind: 'koboldcpp',
    path: 'api/extra/version',
    isTheirs: (answer) => answer['result'] === 'KoboldCpp',
    readVersion,
  },
  {
    kind: 'lm-studio',
    path: 'api/v0/models',
    isTheirs: isOfModel(({ state }) => state === 'loaded' || state === 'not-loaded'),
    readVersion: () => undefined,
  },
  {
    kind: 'llama-cpp',
    path: 'props',
    isTheirs: (answer) => 'default_generation_settings' in answer,
    readVersion: (answer) => answer['build_info'],
  },
  { kind: 'ollama', path: 'api/version', isTheirs: hasVersion, readVersion },
  {
    kind: 'vllm',
    path: 'v1/models',
    isTheirs: isOfModel(({ owned_by: by }) => by === 'vllm'),
    readVersion,
    versionPath: 'version',
  },
];

const longestVersion = 60;

/** The kind is `unknown` if no answer shows it. After an abort, rejects with the signal's reason. */
export async function describeServer(server: ModelServer, signal?: AbortSignal): Promise<ServerAccount> {
  const models = await listModels(server, signal);
  for (const trace of traces) {
    const answer = await askServer(server, { path: trace.path, signal });
    if (answer === undefined || !trace.isTheirs(answer)) continue;
    const path = trace.versionPath;
    const told = path === undefined ? answer : ((await askServer(server, { path, signal })) ?? {});
    const version = trace.readVersion(told);
    const isText = typeof version === 'string' && version !== '';
    return { kind: trace.kind, version: isText ? version.slice(0, longestVersion) : undefined, models };
  }
  return { kind: 'unknown', version: undefined, models };
}
