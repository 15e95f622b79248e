// The faults a fake server has, sent as real servers send them.

import type { ServerResponse } from 'node:http';
import type { ServerFacts, ServerFlavour } from './fake-server-facts.ts';
import type { FakeFault } from './fake-wire.ts';

export interface FaultyPrompt extends ServerFacts {
  readonly promptTokens: number;
}

/** Sends the fault instead of a reply; false when the fault is in the reply itself and the reply must be made first. */
export function sendFault(response: ServerResponse, fault: FakeFault, prompt: FaultyPrompt): boolean {
  switch (fault.kind) {
    case 'status':
      sendError(response, fault);
      return true;
    case 'context-overflow':
      sendBody(response, { status: 400, type: 'application/json', body: renderOverflow(prompt) });
      return true;
    case 'garbage':
      sendBody(response, {
        status: 200,
        type: 'application/json',
        body: '{"id":"chatcmpl-1","choices":[{"ind',
      });
      return true;
    case 'html':
      sendBody(response, {
        status: 200,
        type: 'text/html',
        body: '<!doctype html><title>A web page</title>',
      });
      return true;
    case 'raw':
      sendBody(response, fault);
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
    case 'broken-body':
    case 'unfinished-stream':
    case 'error-in-stream':
    case 'stall':
    case 'malformed-arguments':
      return false;
  }
}

function sendError(response: ServerResponse, fault: Extract<FakeFault, { kind: 'status' }>): void {
  const message = fault.message ?? `status ${fault.status}`;
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
  response.end(JSON.stringify({ error: { message, type: 'error', code: fault.status } }));
}

function sendBody(
  response: ServerResponse,
  content: { readonly status: number; readonly type: string; readonly body: string },
): void {
  response.writeHead(content.status, { 'content-type': content.type });
  response.end(content.body);
}

const overflowWordings: Readonly<Record<ServerFlavour, (prompt: FaultyPrompt) => unknown>> = {
  plain: ({ contextTokens, promptTokens }) => ({
    error: {
      message: `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${promptTokens} tokens.`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  vllm: ({ contextTokens, promptTokens }) => ({
    object: 'error',
    message: `This model's maximum context length is ${contextTokens} tokens. However, you requested ${promptTokens} tokens in the messages, Please reduce the length of the messages.`,
    type: 'BadRequestError',
    code: 400,
  }),
  'llama-cpp': ({ contextTokens, promptTokens }) => ({
    error: {
      code: 400,
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: promptTokens,
      n_ctx: contextTokens,
    },
  }),
  ollama: () => ({ error: { message: 'the input length exceeds the context length', type: 'api_error' } }),
  'lm-studio': ({ contextTokens, promptTokens }) => ({
    error: `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${contextTokens} tokens, which is not enough.`,
  }),
  koboldcpp: ({ contextTokens }) => ({
    detail: {
      msg: `Prompt is longer than the maximum context length of ${contextTokens}`,
      type: 'bad_input',
    },
  }),
};

function renderOverflow(prompt: FaultyPrompt): string {
  return JSON.stringify(overflowWordings[prompt.flavour](prompt));
}
