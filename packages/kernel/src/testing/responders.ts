// Responders: fake models that answer probes correctly, make the mistakes of real models, or think before they answer.
import type { FakeReply, FakeRequest, Responder, WireRequest } from './fake-wire.ts';

export interface Manners {
  /** What the model does when it is asked for a tool call. */
  readonly tools?: 'calls' | 'words' | 'call-in-text' | 'other-tool' | 'wrong-arguments';
  readonly ignoresCap?: boolean;
  /** The thinking that the model writes before every answer. */
  readonly reasoning?: string;
}

const numbers = Array.from({ length: 200 }, (_unused, at) => `number ${at + 1}`);

/** Answers the probes: says "ready", calls the tool that it is told to call, and counts until it is cut off. */
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

/** How a request can switch the thinking off: with a field of the body, or with words in a message. */
type ThinkingSwitch = 'chat_template_kwargs' | 'enable_thinking' | 'reasoning_effort' | 'think' | '/no_think';

export interface Thinking {
  /** How many tokens of thinking come before the answer. */
  readonly tokens: number;
  /** The switches that turn the thinking off; by default none. */
  readonly offBy?: readonly ThinkingSwitch[];
}

const switches: Readonly<Record<ThinkingSwitch, (body: WireRequest) => boolean>> = {
  chat_template_kwargs: (body) => body.chat_template_kwargs?.['enable_thinking'] === false,
  enable_thinking: (body) => body.enable_thinking === false,
  reasoning_effort: (body) => body.reasoning_effort === 'none' || body.reasoning_effort === 'low',
  think: (body) => body.think === false,
  '/no_think': (body) => body.messages.some(({ content }) => String(content).includes('/no_think')),
};

/** Answers with `respond`'s reply if the thinking ends before the token limit or was switched off. */
export function buildThinkingResponder(respond: Responder, { tokens, offBy = [] }: Thinking): Responder {
  return async (request): Promise<FakeReply> => {
    if (offBy.some((name) => switches[name](request.body))) return await respond(request);
    const cap = request.body.max_tokens ?? Number.POSITIVE_INFINITY;
    // Each ` so` is one token for the tokenizer of the fake server.
    if (cap <= tokens) return { reasoning: ' so'.repeat(cap), finish: 'length' };
    return { reasoning: ' so'.repeat(tokens), ...(await respond(request)) };
  };
}
