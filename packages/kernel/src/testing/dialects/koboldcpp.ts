// The dialect of KoboldCpp: shifts what is too long and goes on; with tools it streams nothing and counts nothing.
// Sources: LostRuins/koboldcpp `koboldcpp.py` (its endpoints), issues 2480 (no pieces and no usage with tools) and 2481.

import { countFakeTokens } from '../prompt-cache.ts';
import { type Dialect, listModels } from './dialect.ts';
import { plain } from './plain.ts';

export const koboldCpp: Dialect = {
  ...plain,
  headers: { 'x-accel-buffering': 'no', 'cache-control': 'no-cache' },
  streamsWithTools: false,
  role: 'each',
  calls: 'whole',
  usage: 'without-cache',
  usageChunk: 'not-with-tools',
  longPrompt: 'shifts',
  renderLongPrompt: ({ contextTokens }) => ({
    detail: {
      msg: `Prompt is longer than the maximum context length of ${contextTokens}`,
      type: 'bad_input',
    },
  }),
  renderError: ({ message }) => ({ detail: { msg: message, type: 'service_unavailable' } }),
  routes: {
    'GET /v1/models': listModels,
    'GET /api/extra/version': () => ({ result: 'KoboldCpp', version: '1.98' }),
    'GET /api/version': () => ({ version: '0.7.0' }),
    'GET /api/ps': ({ models }) => ({ models: models.map((model) => ({ name: 'koboldcpp', model })) }),
    'GET /api/extra/true_max_context_length': ({ contextTokens }) => ({ value: contextTokens }),
    'POST /api/extra/tokencount': (_facts, { prompt }) => ({
      value: countFakeTokens(String(prompt)),
      ids: [],
    }),
  },
  faults: {
    busy: { kind: 'status', status: 503, message: 'Server is busy; please try again later.' },
  },
};
