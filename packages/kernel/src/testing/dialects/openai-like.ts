// The plain dialect of a server that tells nothing about itself, and dialects that differ little from it, such as vLLM's.
// Source: OpenAI's reference of chat completions and its streaming events
// (platform.openai.com/docs/api-reference/chat).

import { countFakeTokens } from '../prompt-cache.ts';
import { type Dialect, listModels, renderOpenAiError } from './dialect.ts';

export const plain: Dialect = {
  headers: {},
  fields: {},
  comments: [],
  between: '',
  closesAfterStream: false,
  streamsWithTools: true,
  role: 'first',
  reasoning: 'reasoning_content',
  calls: 'in-pieces',
  callFinish: 'tool_calls',
  callNames: 'first',
  noCalls: 'absent',
  usage: 'full',
  usageChunk: 'alone',
  longPrompt: 'refuses',
  streamError: 'data',
  refusesInStream: false,
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: {
      message: `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${promptTokens} tokens.`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  renderError: renderOpenAiError,
  routes: { 'GET /v1/models': listModels },
  faults: {},
};

// Sources: LostRuins/koboldcpp `koboldcpp.py` (the endpoints), issues 2480 (no pieces and no usage with tools) and 2481.

/**
 * Drops the beginning of a prompt that is too long, and continues. A request with tools gets neither a stream nor
 * usage.
 */
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

// Sources: lmstudio-ai/lmstudio-bug-tracker issues 546 and 237 (the words of the error), 2322 (status 200), 2339 (an empty
// reply), 1024 (unloaded), 1592 (all in `reasoning_content`), 1620 (generation failed); nugget/thane-ai-agent pull 1395 (the event).

/** Refuses a request within the stream, with status 200 and an event called `error`. */
export const lmStudio: Dialect = {
  ...plain,
  usage: 'without-cache',
  streamError: 'event',
  refusesInStream: true,
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${contextTokens} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.`,
  }),
  renderError: ({ message }) => ({ error: message }),
  routes: {
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
  faults: {
    unloaded: { kind: 'status', status: 400, message: 'Model is unloaded.' },
    'unloaded in the stream': { kind: 'error-in-stream', message: 'Model is unloaded.' },
    'generation failed': { kind: 'error-in-stream', message: 'Generation failed' },
    crashed: {
      kind: 'status',
      status: 400,
      message: 'The model has crashed without additional information. (Exit code: 18446744072635812000)',
    },
  },
};

// Sources: openrouter.ai/docs/api-reference/streaming and .../errors-and-debugging; braintrustdata/braintrust-sdk-javascript issue 1883.

/** Sends comments while it waits, a field `reasoning`, and errors inside a stream that began well. */
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

// Sources: theroyallab/tabbyAPI `endpoints/OAI/utils/chat_completion.py` (the pieces of a stream), issue 426 and pull
// 427 (too long a prompt), pulls 289 and 292 ("stop" after calls); Portkey-AI/gateway issue 1035 (pings of
// sse-starlette, with which tabbyAPI streams).

/**
 * Its pieces have no role, its calls come whole, and the usage is sent together with a choice that has already ended.
 */
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

// Sources: vllm-project/vllm issues 32506, 31871, 11392 (calls lost in streams), 9693, 28806, 47901, 10395 (arguments),
// 36632 and 40816 (`reasoning` in newer versions, `reasoning_content` in older ones), 44104 (an empty list for no calls).

/** A server started with --enable-prompt-tokens-details, --reasoning-parser and a parser for calls. */
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
