// Thinking responder: a model that thinks before each answer, and says nothing where the cap ends its thinking.

import type { FakeReply, Responder, WireRequest } from './fake-wire.ts';

/** How a request can switch the thinking off. */
export type ThinkingSwitch =
  | 'chat_template_kwargs'
  | 'enable_thinking'
  | 'reasoning_effort'
  | 'think'
  | '/no_think';

export interface Thinking {
  /** How long it thinks before it answers. */
  readonly tokens: number;
  /** Which switches it knows; none when absent. */
  readonly offBy?: readonly ThinkingSwitch[];
}

const switches: Readonly<Record<ThinkingSwitch, (body: WireRequest) => boolean>> = {
  chat_template_kwargs: (body) => body.chat_template_kwargs?.['enable_thinking'] === false,
  enable_thinking: (body) => body.enable_thinking === false,
  reasoning_effort: (body) => body.reasoning_effort === 'none' || body.reasoning_effort === 'low',
  think: (body) => body.think === false,
  '/no_think': (body) => body.messages.some(({ content }) => String(content).includes('/no_think')),
};

/** The reply is `respond`'s where the thinking ends before the cap, or was switched off. */
export function buildThinkingResponder(respond: Responder, { tokens, offBy = [] }: Thinking): Responder {
  return async (request): Promise<FakeReply> => {
    if (offBy.some((name) => switches[name](request.body))) return await respond(request);
    const cap = request.body.max_tokens ?? Number.POSITIVE_INFINITY;
    // One token each by the tokenizer that counts.
    if (cap <= tokens) return { reasoning: ' so'.repeat(cap), finish: 'length' };
    return { reasoning: ' so'.repeat(tokens), ...(await respond(request)) };
  };
}
