// Imitates Ollama's own chat (`/api/chat`): turns its requests into OpenAI's form, and writes its replies as lines of JSON.
// Source: ollama/ollama docs/api.md and `api/types.go`: options (num_ctx, num_predict), think, tool_calls with arguments as objects.

import type { WireMessage, WireRequest } from './fake-wire.ts';
import { type CompleteReply, cutPieces } from './render-fake-reply.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface OllamaChat {
  readonly body: WireRequest;
  /** The window for which the request asks. */
  readonly windowTokens: number | undefined;
}

/** As with the real server, a reply is streamed unless the request says otherwise. */
export function readOllamaChat(body: Fields): OllamaChat {
  const options = readFields(body['options']);
  const messages = Array.isArray(body['messages']) ? body['messages'] : [];
  const read: WireRequest = {
    model: String(body['model']),
    messages: messages.map(readMessage),
    stream: body['stream'] !== false,
    ...(Array.isArray(body['tools']) ? { tools: body['tools'] } : {}),
    ...(typeof options['num_predict'] === 'number' ? { max_tokens: options['num_predict'] } : {}),
    ...(typeof options['temperature'] === 'number' ? { temperature: options['temperature'] } : {}),
    ...(body['think'] === undefined ? {} : { think: body['think'] }),
  };
  return {
    body: read,
    windowTokens: typeof options['num_ctx'] === 'number' ? options['num_ctx'] : undefined,
  };
}

function readMessage(value: unknown): WireMessage {
  const message = readFields(value);
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return {
    role: String(message['role']),
    content: message['content'],
    ...(typeof message['thinking'] === 'string' ? { reasoning_content: message['thinking'] } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(readCall) }),
  };
}

function readCall(value: unknown) {
  const called = readFields(readFields(value)['function']);
  return {
    id: '',
    type: 'function' as const,
    function: { name: String(called['name']), arguments: JSON.stringify(called['arguments'] ?? {}) },
  };
}

function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export interface OllamaShape {
  readonly isStreamed: boolean;
  readonly pieceCharacters: number;
  readonly isFinished: boolean;
  readonly promptTokens: number;
}

/** The lines of a reply; only one if it is not streamed. */
export function renderOllamaReply(reply: CompleteReply, shape: OllamaShape): readonly string[] {
  const head = { model: reply.model, created_at: '2026-01-01T00:00:00Z' };
  const calls = reply.calls.map((call) => ({
    id: call.id,
    function: { name: call.function.name, arguments: readArguments(call.function.arguments) },
  }));
  const end = {
    done: true,
    done_reason: reply.finish === 'length' ? 'length' : 'stop',
    prompt_eval_count: shape.promptTokens,
    eval_count: reply.completionTokens,
  };
  const tools = calls.length === 0 ? {} : { tool_calls: calls };
  if (!shape.isStreamed) {
    const thinking = reply.reasoning === '' ? {} : { thinking: reply.reasoning };
    const message = { role: 'assistant', content: reply.text, ...thinking, ...tools };
    return [renderLine({ ...head, message, ...end })];
  }
  const renderMessage = (message: Fields) =>
    renderLine({ ...head, message: { role: 'assistant', content: '', ...message }, done: false });
  const lines = [
    ...cutPieces(reply.reasoning, shape.pieceCharacters).map((thinking) => renderMessage({ thinking })),
    ...cutPieces(reply.text, shape.pieceCharacters).map((content) => renderMessage({ content })),
    ...(calls.length === 0 ? [] : [renderMessage(tools)]),
  ];
  if (shape.isFinished) {
    lines.push(renderLine({ ...head, message: { role: 'assistant', content: '' }, ...end }));
  }
  return lines;
}

/** Arguments that are not JSON cannot be sent in this form. The real server drops them too. */
function readArguments(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return {};
  }
}

function renderLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
