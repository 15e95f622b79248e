// The plain dialect: a server that speaks the form of OpenAI and tells nothing about itself; the others differ from it.
// Source: OpenAI's reference of chat completions and its streaming events (platform.openai.com/docs/api-reference/chat).

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
