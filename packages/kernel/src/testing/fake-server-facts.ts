// What a fake server tells about itself, in the manner of the servers people run.

import { countFakeTokens } from './prompt-cache.ts';

/** Whose endpoints beside `/v1/chat/completions` are there. */
export type ServerFlavour = 'vllm' | 'llama-cpp' | 'ollama' | 'lm-studio' | 'koboldcpp' | 'plain';

export interface ServerFacts {
  readonly flavour: ServerFlavour;
  readonly models: readonly string[];
  readonly contextTokens: number;
}

type Route = (facts: ServerFacts, body: Readonly<Record<string, unknown>>) => unknown;

const listModels: Route = ({ models }) => ({
  object: 'list',
  data: models.map((id) => ({ id, object: 'model' })),
});

const routes: Readonly<Record<ServerFlavour, Readonly<Record<string, Route>>>> = {
  plain: { 'GET /v1/models': listModels },
  vllm: {
    'GET /v1/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', max_model_len: contextTokens })),
    }),
    'GET /version': () => ({ version: '0.9.1' }),
    'POST /tokenize': ({ contextTokens }, { prompt }) => ({
      count: countFakeTokens(String(prompt)),
      max_model_len: contextTokens,
      tokens: [],
    }),
  },
  'llama-cpp': {
    'GET /v1/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', meta: { n_ctx_train: contextTokens * 4 } })),
    }),
    'GET /props': ({ contextTokens }) => ({
      default_generation_settings: { n_ctx: contextTokens },
      total_slots: 1,
      build_info: 'b6000-fake',
    }),
    'POST /tokenize': (_facts, { content }) => ({
      tokens: Array.from({ length: countFakeTokens(String(content)) }, (_unused, index) => index),
    }),
  },
  ollama: {
    'GET /v1/models': listModels,
    'GET /api/version': () => ({ version: '0.11.0' }),
    'GET /api/ps': ({ models, contextTokens }) => ({
      models: models.map((name) => ({ name, model: name, context_length: contextTokens })),
    }),
  },
  'lm-studio': {
    'GET /v1/models': listModels,
    'GET /api/v0/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({
        id,
        state: 'loaded',
        max_context_length: contextTokens * 4,
        loaded_context_length: contextTokens,
      })),
    }),
  },
  koboldcpp: {
    'GET /v1/models': listModels,
    'GET /api/extra/version': () => ({ result: 'KoboldCpp', version: '1.98' }),
    'GET /api/version': () => ({ version: '0.7.0' }),
    'GET /api/extra/true_max_context_length': ({ contextTokens }) => ({ value: contextTokens }),
    'POST /api/extra/tokencount': (_facts, { prompt }) => ({
      value: countFakeTokens(String(prompt)),
      ids: [],
    }),
  },
};

/** The answer to a request for facts; undefined when this kind of server has no such endpoint. */
export function answerFacts(
  facts: ServerFacts,
  call: { readonly route: string; readonly body: Readonly<Record<string, unknown>> },
): unknown {
  return routes[facts.flavour][call.route]?.(facts, call.body);
}
