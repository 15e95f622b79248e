// The dialect of TabbyAPI: no role in its pieces, whole calls, and usage beside a choice that has ended already.
// Sources: theroyallab/tabbyAPI `endpoints/OAI/utils/chat_completion.py` (its pieces), issue 426 and pull 427 (too long a prompt),
// pulls 289 and 292 ("stop" after calls); Portkey-AI/gateway issue 1035 (pings of sse-starlette, by which it streams).

import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';

export const tabbyApi: Dialect = {
  ...plain,
  headers: { server: 'uvicorn' },
  between: ': ping - 2026-11-22 10:00:00.000000+00:00\r\n\r\n',
  role: 'never',
  calls: 'whole',
  callFinish: 'stop',
  usage: 'without-cache',
  usageChunk: 'beside-finish',
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: {
      message: `Request length ${promptTokens} + 2048 is greater than max_seq_len ${contextTokens}`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  renderError: ({ message }) => ({ error: { message, trace: null }, detail: message }),
  routes: {
    'GET /v1/models': ({ models }) => ({
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', owned_by: 'tabbyAPI' })),
    }),
    'GET /v1/model': ({ models, contextTokens }) => ({
      id: models[0],
      object: 'model',
      parameters: { max_seq_len: contextTokens, cache_size: contextTokens },
    }),
  },
};
