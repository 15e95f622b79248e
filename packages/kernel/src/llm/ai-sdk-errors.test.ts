// Tests errors of model servers: an overflow is recognised by the servers' real messages, and their own words are shown.

import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { isContextOverflow, translateModelError } from './ai-sdk-errors.ts';

describe('a context overflow', () => {
  it.each([
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
    'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
    'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
    'the request exceeds the available context size, try increasing it',
    'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
    '{"error":{"type":"exceed_context_size_error"}}',
    'the input length exceeds the context length',
    'prompt too long; exceeded max context length by 12 tokens',
    'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with …',
    'Context size has been exceeded.',
    'no user query found in messages',
    'Request length 71599 + 2048 is greater than max_seq_len 65536',
    'Reached context length of 32000 tokens with model (arch: gpt-oss) that does not currently support …',
    "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ])('is known: %s', (words) => {
    expect(isContextOverflow(words)).toBe(true);
  });

  it.each([
    'CUDA out of memory',
    'Loading model',
    'Rate limit reached: 30000 tokens per minute',
    'The model `x` does not exist.',
    'temperature must be between 0 and 2',
    '',
  ])('is not: %s', (words) => {
    expect(isContextOverflow(words)).toBe(false);
  });
});

it.each([
  { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
  [{ error: { code: 400, message: 'Field required', status: 'INVALID_ARGUMENT' } }],
  { error: { message: 'Field required' } },
  { detail: 'Field required' },
])('shows the words of a server that refuses, wherever it puts them: %j', (body) => {
  const responseBody = JSON.stringify(body);
  const url = 'http://localhost:1/v1';
  const error = new APICallError({
    message: 'Bad Request',
    url,
    requestBodyValues: {},
    statusCode: 400,
    responseBody,
  });
  const { message } = translateModelError(error, { url, model: 'openai:x', secrets: [] });
  expect(message).toMatch(/answered 400: Field required\./);
});
