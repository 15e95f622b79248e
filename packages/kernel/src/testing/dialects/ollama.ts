// The dialect of Ollama: cuts prompts silently, names thinking `reasoning`, and sends each tool call in one piece.
// Sources: ollama/ollama `openai/openai.go` (the fields of a reply), issues 3839, 17427 (a cut prompt keeps half the
// window and two tokens), 17889 (status 400 or 200, by model), 18107 (status 500 if the last question is cut away),
// 11633 and 13581 (calls in one piece), 7881; haoxiang-xu/PuPu issue 129; can1357/oh-my-pi issue 2774 (a prompt that
// fills the window except for one token, which is the reply).

import { type Dialect, listModels } from './dialect.ts';
import { plain } from './openai-like.ts';

const errorTypes: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [404, 'not_found_error'],
]);

export const ollama: Dialect = {
  ...plain,
  fields: { system_fingerprint: 'fp_ollama' },
  role: 'each',
  reasoning: 'reasoning',
  calls: 'whole',
  usage: 'without-cache',
  longPrompt: 'cuts',
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: {
      message: `input length (${promptTokens}) exceeds the context length (${contextTokens})`,
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
  renderError: ({ status, message }) => ({
    error: {
      message,
      type: errorTypes.get(status) ?? 'api_error',
      param: null,
      code: null,
    },
  }),
  routes: {
    'GET /v1/models': listModels,
    'GET /api/version': () => ({ version: '0.11.0' }),
    'GET /api/ps': ({ models, loadedTokens }) => ({
      models:
        loadedTokens === undefined
          ? []
          : models.map((name) => ({ name, model: name, context_length: loadedTokens })),
    }),
    'POST /api/show': ({ contextTokens }) => ({
      parameters: '',
      details: { family: 'qwen3', format: 'gguf' },
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': contextTokens * 10 },
      capabilities: ['completion', 'tools', 'thinking'],
    }),
  },
  faults: {
    'question cut away': { kind: 'status', status: 500, message: 'no user query found in messages' },
    'model does not take tools': {
      kind: 'status',
      status: 400,
      message: 'registry.ollama.ai/library/story:latest does not support tools',
    },
  },
};
