// What a server says of itself: whose it is, its version, its models.

import { askServer, type Fields, type ModelServer } from './ask-server.ts';
import type { ServerAccount, ServerKind } from './language-model.ts';
import { listModels } from './server-facts.ts';

interface Trace {
  readonly kind: ServerKind;
  readonly path: string;
  readonly isTheirs: (answer: Fields) => boolean;
  readonly readVersion: (answer: Fields) => unknown;
}

const hasVersion = (answer: Fields) => typeof answer['version'] === 'string';
const readVersion = (answer: Fields) => answer['version'];

/** In an order in which nobody is mistaken for whom they imitate: KoboldCpp answers as Ollama and llama.cpp do, too. */
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
    isTheirs: (answer) => Array.isArray(answer['data']),
    readVersion: () => undefined,
  },
  {
    kind: 'llama-cpp',
    path: 'props',
    isTheirs: (answer) => 'default_generation_settings' in answer,
    readVersion: (answer) => answer['build_info'],
  },
  { kind: 'ollama', path: 'api/version', isTheirs: hasVersion, readVersion },
  { kind: 'vllm', path: 'version', isTheirs: hasVersion, readVersion },
];

const longestVersion = 60;

/** Kind `unknown` for a server that leaves no trace; an abort rejects with its reason. */
export async function describeServer(server: ModelServer, signal?: AbortSignal): Promise<ServerAccount> {
  const models = await listModels(server, signal);
  for (const trace of traces) {
    const answer = await askServer(server, { path: trace.path, signal });
    if (answer === undefined || !trace.isTheirs(answer)) continue;
    const version = trace.readVersion(answer);
    const isText = typeof version === 'string' && version !== '';
    return { kind: trace.kind, version: isText ? version.slice(0, longestVersion) : undefined, models };
  }
  return { kind: 'unknown', version: undefined, models };
}
