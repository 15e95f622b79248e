// Renders a reply of the fake server as it is sent: one JSON body, or the pieces of a stream.

import type { FinishReason } from '../llm/language-model.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { FakeCall, FakeReply, WireCall } from './fake-wire.ts';
import { countFakeTokens } from './prompt-cache.ts';

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

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
  readonly dialect: Dialect;
}

/** Fills in what the responder left out. */
export function completeFakeReply(reply: FakeReply, origin: ReplyOrigin): CompleteReply {
  const calls = (reply.calls ?? []).map((call, index): WireCall => {
    const written = writeArguments(call.arguments, origin.cutsArguments);
    const id = call.id ?? `call_${origin.number}_${index}`;
    const named = { name: call.name, ...(written === undefined ? {} : { arguments: written }) };
    return { id, type: 'function', function: named };
  });
  const text = reply.text ?? '';
  const reasoning = reply.reasoning ?? '';
  const parts = [
    text,
    reasoning,
    ...calls.map(({ function: called }) => `${called.name}${called.arguments ?? ''}`),
  ];
  const finish = finishNames[reply.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop')];
  return {
    id: `chatcmpl-${origin.number}`,
    model: origin.model,
    text,
    reasoning,
    calls,
    finish: finish === 'tool_calls' ? origin.dialect.callFinish : finish,
    completionTokens: reply.completionTokens ?? parts.reduce((sum, part) => sum + countFakeTokens(part), 0),
  };
}

function writeArguments(value: FakeCall['arguments'], isCut: boolean): string | null | undefined {
  if (value === undefined || value === null) return value;
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  return isCut ? raw.slice(0, Math.ceil(raw.length / 2)) : raw;
}

export interface PlainShape {
  readonly usage: WireUsage | undefined;
  readonly dialect: Dialect;
}

/** The whole reply as one body. */
export function renderPlainReply(reply: CompleteReply, { usage, dialect }: PlainShape): string {
  const { text, reasoning } = insertReasoning(reply, dialect);
  const message = {
    role: 'assistant',
    content: text === '' && reply.calls.length > 0 ? null : text,
    ...(reasoning === '' ? {} : { [nameReasoningField(dialect)]: reasoning }),
    ...(reply.calls.length === 0 ? renderNoCalls(dialect) : { tool_calls: reply.calls }),
  };
  const choices = [{ index: 0, message, finish_reason: reply.finish }];
  const head = renderHead(reply, 'chat.completion', dialect);
  return JSON.stringify({ ...head, choices, ...(usage ? { usage } : {}) });
}

function renderNoCalls({ noCalls }: Dialect): Delta {
  if (noCalls === 'absent') return {};
  return { tool_calls: noCalls === 'null' ? null : [] };
}

function nameReasoningField({ reasoning }: Dialect): string {
  return reasoning === 'reasoning' ? 'reasoning' : 'reasoning_content';
}

/** If the dialect leaves the thinking in the text, it is put between tags before the reply. */
function insertReasoning({ text, reasoning }: CompleteReply, dialect: Dialect) {
  if (dialect.reasoning !== 'think-tags' || reasoning === '') return { text, reasoning };
  return { text: `<think>${reasoning}</think>${text}`, reasoning: '' };
}

export interface StreamShape {
  /** Each piece has this many characters of text or arguments. */
  readonly pieceCharacters: number;
  readonly isFinished: boolean;
  readonly usage: WireUsage | undefined;
  readonly dialect: Dialect;
}

type Delta = Readonly<Record<string, unknown>>;

/** The events of a stream in order, with `[DONE]` at the end. */
export function renderStreamedReply(reply: CompleteReply, shape: StreamShape): readonly string[] {
  const { dialect, usage } = shape;
  const head = renderHead(reply, 'chat.completion.chunk', dialect);
  const renderDelta = (delta: Delta, finish: string | null, more: Delta = {}) =>
    renderEvent({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more });
  const role = dialect.role === 'each' ? { role: 'assistant' } : {};
  const events = [
    ...dialect.comments.map((comment) => `: ${comment}\n\n`),
    ...(dialect.role === 'first' ? [renderDelta({ role: 'assistant', content: '' }, null)] : []),
    ...listDeltas(reply, shape).map((delta) =>
      renderDelta({ ...role, ...renderNoCalls(dialect), ...delta }, null),
    ),
  ];
  if (shape.isFinished)
    events.push(renderDelta(dialect.role === 'each' ? { ...role, content: '' } : {}, reply.finish));
  if (usage !== undefined && dialect.usageChunk === 'beside-finish') {
    events.push(renderDelta({}, reply.finish, { usage }));
  } else if (usage !== undefined) events.push(renderEvent({ ...head, choices: [], usage }));
  events.push('data: [DONE]\n\n');
  return dialect.between === ''
    ? events
    : events.flatMap((event, at) => (at === 0 ? event : [dialect.between, event]));
}

function listDeltas(reply: CompleteReply, { dialect, pieceCharacters }: StreamShape): readonly Delta[] {
  const { text, reasoning } = insertReasoning(reply, dialect);
  return [
    ...cutPieces(reasoning, pieceCharacters).map((piece) => ({ [nameReasoningField(dialect)]: piece })),
    ...cutPieces(text, pieceCharacters).map((piece) => ({ content: piece })),
    ...reply.calls.flatMap((call, index) => listCallDeltas(call, index, { dialect, pieceCharacters })),
  ];
}

function listCallDeltas(
  call: WireCall,
  index: number,
  { dialect, pieceCharacters }: Pick<StreamShape, 'dialect' | 'pieceCharacters'>,
): readonly Delta[] {
  const { name, arguments: written } = call.function;
  if (dialect.calls === 'whole' || written === undefined || written === null) {
    return [{ tool_calls: [{ index, ...call }] }];
  }
  const first = { first: { name }, each: { name }, late: {}, 'empty-first': { name: '' } }[dialect.callNames];
  const isNamed = (at: number) => dialect.callNames === 'each' || (dialect.callNames !== 'first' && at === 0);
  return [
    { tool_calls: [{ index, ...call, function: { ...first, arguments: '' } }] },
    ...cutPieces(written, pieceCharacters).map((piece, at) => ({
      tool_calls: [{ index, function: { ...(isNamed(at) ? { name } : {}), arguments: piece } }],
    })),
  ];
}

function renderEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function renderHead(reply: CompleteReply, object: string, { fields }: Dialect) {
  return { id: reply.id, object, created: 0, model: reply.model, ...fields };
}

/** Cuts a text into pieces of `size` characters. An empty text gives no pieces. */
export function cutPieces(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += size) pieces.push(text.slice(start, start + size));
  return pieces;
}
