// Renders a reply of the fake server as the wire has it: one JSON body, or the pieces of a stream.

import type { FinishReason } from '../llm/language-model.ts';
import type { FakeReply, WireCall } from './fake-wire.ts';
import { countFakeTokens } from './prompt-cache.ts';

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

/** A reply with everything the wire needs. */
export interface CompleteReply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly WireCall[];
  readonly finish: string;
  readonly completionTokens: number;
}

const finishNames: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  other: 'other',
};

export interface ReplyOrigin {
  readonly number: number;
  readonly model: string;
  readonly cutsArguments: boolean;
}

/** Fills in what the responder left out. */
export function completeFakeReply(reply: FakeReply, origin: ReplyOrigin): CompleteReply {
  const calls = (reply.calls ?? []).map((call, index): WireCall => {
    const raw = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    const written = origin.cutsArguments ? raw.slice(0, Math.ceil(raw.length / 2)) : raw;
    const id = call.id ?? `call_${origin.number}_${index}`;
    return { id, type: 'function', function: { name: call.name, arguments: written } };
  });
  const text = reply.text ?? '';
  const reasoning = reply.reasoning ?? '';
  const written = [
    text,
    reasoning,
    ...calls.map((call) => `${call.function.name}${call.function.arguments}`),
  ];
  return {
    id: `chatcmpl-${origin.number}`,
    model: origin.model,
    text,
    reasoning,
    calls,
    finish: finishNames[reply.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop')],
    completionTokens: written.reduce((sum, part) => sum + countFakeTokens(part), 0),
  };
}

/** The whole reply in one body. */
export function renderPlainReply(reply: CompleteReply, usage: WireUsage | undefined): string {
  const message = {
    role: 'assistant',
    content: reply.text === '' && reply.calls.length > 0 ? null : reply.text,
    ...(reply.reasoning === '' ? {} : { reasoning_content: reply.reasoning }),
    ...(reply.calls.length === 0 ? {} : { tool_calls: reply.calls }),
  };
  const choices = [{ index: 0, message, finish_reason: reply.finish }];
  return JSON.stringify({ ...renderHead(reply, 'chat.completion'), choices, ...(usage ? { usage } : {}) });
}

export interface StreamShape {
  /** Characters of text or arguments in one piece. */
  readonly pieceCharacters: number;
  readonly isFinished: boolean;
  readonly usage: WireUsage | undefined;
}

/** The events of a stream, in order, `[DONE]` included. */
export function renderStreamedReply(reply: CompleteReply, shape: StreamShape): readonly string[] {
  const cut = (text: string) => cutPieces(text, shape.pieceCharacters);
  const deltas: unknown[] = [
    { role: 'assistant', content: '' },
    ...cut(reply.reasoning).map((piece) => ({ reasoning_content: piece })),
    ...cut(reply.text).map((piece) => ({ content: piece })),
    ...reply.calls.flatMap((call, index) => [
      { tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: '' } }] },
      ...cut(call.function.arguments).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ];
  const head = renderHead(reply, 'chat.completion.chunk');
  const events = deltas.map((delta) =>
    renderEvent({ ...head, choices: [{ index: 0, delta, finish_reason: null }] }),
  );
  if (shape.isFinished) {
    events.push(renderEvent({ ...head, choices: [{ index: 0, delta: {}, finish_reason: reply.finish }] }));
  }
  if (shape.usage !== undefined) events.push(renderEvent({ ...head, choices: [], usage: shape.usage }));
  events.push('data: [DONE]\n\n');
  return events;
}

export function renderEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function renderHead(reply: CompleteReply, object: string) {
  return { id: reply.id, object, created: 0, model: reply.model };
}

function cutPieces(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += size) pieces.push(text.slice(start, start + size));
  return pieces;
}
