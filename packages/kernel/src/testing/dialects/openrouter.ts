// The dialect of OpenRouter: comments while it waits, `reasoning`, and errors inside a stream that began well.
// Sources: openrouter.ai/docs/api-reference/streaming and .../errors-and-debugging; braintrustdata/braintrust-sdk-javascript issue 1883.

import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';

export const openRouter: Dialect = {
  ...plain,
  headers: { 'x-generation-id': 'gen-fake' },
  fields: { provider: 'Fake' },
  comments: ['OPENROUTER PROCESSING', 'OPENROUTER PROCESSING'],
  between: ': OPENROUTER PROCESSING\n\n',
  role: 'each',
  reasoning: 'reasoning',
  usageChunk: 'beside-finish',
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: {
      message: `This endpoint's maximum context length is ${contextTokens} tokens. However, you requested about ${promptTokens} tokens (${promptTokens} of text input). Please reduce the length of either one.`,
      code: 400,
    },
  }),
  renderError: ({ status, message }) => ({ error: { code: status, message } }),
  routes: {
    'GET /v1/models': ({ models, contextTokens }) => ({
      data: models.map((id) => ({
        id,
        context_length: contextTokens,
        supported_parameters: ['tools', 'max_tokens'],
        top_provider: { context_length: contextTokens, max_completion_tokens: null },
      })),
    }),
  },
  faults: {
    'provider lost in the stream': { kind: 'error-in-stream', message: 'Provider disconnected unexpectedly' },
    'no credit': { kind: 'status', status: 402, message: 'Insufficient credits' },
    'provider down': { kind: 'status', status: 502, message: 'Provider returned error' },
  },
};
