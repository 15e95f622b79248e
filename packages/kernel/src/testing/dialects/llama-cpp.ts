// The dialect of llama.cpp: `llama-server` as of 0.7.0, which says keep-alive but closes the connection after each stream.
// Sources: a server that was run for this (0.7.0, Debian's package); ggml-org/llama.cpp pull 15780 (the type of the
// error for a prompt that is too long), pull 12379 (calls and thoughts in streams), issues 20260, 24807, 27025, 20532
// (calls that the server cannot parse), pulls 24013 and 25241 (comments in a silent stream); openai-php/client issue
// 780 (the pieces of a stream).

import { countFakeTokens } from '../prompt-cache.ts';
import type { Dialect } from './dialect.ts';
import { plain } from './openai-like.ts';

export const llamaCpp: Dialect = {
  ...plain,
  headers: {
    server: 'llama.cpp',
    'access-control-allow-origin': '',
    'x-accel-buffering': 'no',
    'keep-alive': 'timeout=5, max=100',
  },
  fields: { system_fingerprint: 'b6000-fake' },
  closesAfterStream: true,
  // Newer builds send this while a stream is silent.
  between: ':\n\n',
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: {
      code: 400,
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: promptTokens,
      n_ctx: contextTokens,
    },
  }),
  renderError: ({ status, message }) => ({
    error: { code: status, message, type: status === 503 ? 'unavailable_error' : 'server_error' },
  }),
  routes: {
    'GET /v1/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({
        id,
        object: 'model',
        owned_by: 'llamacpp',
        meta: { n_ctx_train: contextTokens * 4 },
      })),
    }),
    'GET /health': () => ({ status: 'ok' }),
    'GET /props': ({ contextTokens }) => ({
      default_generation_settings: { n_ctx: contextTokens },
      total_slots: 1,
      build_info: 'b6000-fake',
    }),
    'POST /tokenize': (_facts, { content }) => ({
      tokens: Array.from({ length: countFakeTokens(String(content)) }, (_unused, index) => index),
    }),
  },
  faults: {
    loading: { kind: 'status', status: 503, message: 'Loading model' },
    'call not parsed': {
      kind: 'status',
      status: 500,
      message: 'Failed to parse input at pos 184: <tool_call>\n<function=note_name>',
    },
    'call not parsed in the stream': {
      kind: 'error-in-stream',
      message: 'The model produced output that does not match the expected peg-native format',
    },
    'no stream with tools': { kind: 'status', status: 500, message: 'Cannot use tools with stream' },
  },
};
