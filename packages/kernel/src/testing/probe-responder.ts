// Probe responder: a model that does as it is told, or fails to in the ways models do.

import type { FakeReply, FakeRequest, Responder } from './fake-wire.ts';

export interface Manners {
  /** What becomes of a tool call. */
  readonly tools?: 'calls' | 'words' | 'call-in-text' | 'other-tool' | 'wrong-arguments';
  readonly ignoresCap?: boolean;
  /** Thinks this before every answer. */
  readonly reasoning?: string;
}

const numbers = Array.from({ length: 200 }, (_unused, at) => `number ${at + 1}`);

/** Answers "ready", calls the tool it is told to call, counts until it is cut off. */
export function buildProbeResponder(manners: Manners = {}): Responder {
  const reasoning = manners.reasoning === undefined ? {} : { reasoning: manners.reasoning };
  return (request) => ({ ...reasoning, ...answer(request, manners) });
}

function answer({ body }: FakeRequest, manners: Manners): FakeReply {
  const asked = String(body.messages.at(-1)?.content ?? '');
  if (asked.startsWith('Call the tool')) return answerWithCall(manners.tools ?? 'calls');
  if (!asked.startsWith('Count')) return { text: 'ready' };
  const words =
    manners.ignoresCap === true ? numbers : numbers.slice(0, Math.floor((body.max_tokens ?? 0) / 3));
  return { text: words.join(', '), finish: manners.ignoresCap === true ? 'stop' : 'length' };
}

function answerWithCall(how: NonNullable<Manners['tools']>): FakeReply {
  switch (how) {
    case 'calls':
      return { calls: [{ name: 'note_name', arguments: { name: 'Wren' } }] };
    case 'words':
      return { text: 'I have noted the name.' };
    case 'call-in-text':
      return { text: '<tool_call>{"name": "note_name", "arguments": {"name": "Wren"}}</tool_call>' };
    case 'other-tool':
      return { calls: [{ name: 'write_name', arguments: { name: 'Wren' } }] };
    case 'wrong-arguments':
      return { calls: [{ name: 'note_name', arguments: '{"name": Wren' }] };
  }
}
