// The dialect of vLLM: as started with --enable-prompt-tokens-details, --reasoning-parser and a parser of calls.
// Sources: vllm-project/vllm issues 32506, 31871, 11392 (calls lost in streams), 9693, 28806, 47901, 10395 (arguments),
// 36632 and 40816 (`reasoning` in newer versions, `reasoning_content` in older ones), 44104 (an empty list for no calls).

import { countFakeTokens } from '../prompt-cache.ts';
import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';

export const vllm: Dialect = {
  ...plain,
  headers: { server: 'uvicorn' },
  noCalls: 'empty-list',
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    object: 'error',
    message: `This model's maximum context length is ${contextTokens} tokens. However, you requested ${promptTokens} tokens in the messages, Please reduce the length of the messages.`,
    type: 'BadRequestError',
    code: 400,
  }),
  renderError: ({ status, message }) => ({ object: 'error', message, type: 'Error', code: status }),
  routes: {
    'GET /v1/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', owned_by: 'vllm', max_model_len: contextTokens })),
    }),
    'GET /version': () => ({ version: '0.9.1' }),
    'POST /tokenize': ({ contextTokens }, { prompt }) => ({
      count: countFakeTokens(String(prompt)),
      max_model_len: contextTokens,
      tokens: [],
    }),
  },
};
