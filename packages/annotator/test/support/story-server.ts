// Story server: serves the story model over HTTP, for runs in processes of their own.

import type { Message } from '@terrarium/kernel/language-model';
import {
  type FakeServer,
  type FakeServerOptions,
  openFakeServer,
} from '@terrarium/kernel/testing/fake-server';
import type { FakeReply, WireMessage } from '@terrarium/kernel/testing/fake-wire';
import { answerStory } from './story-model.ts';

/** Opens the server; `options` may include faults, and a delay before each reply. */
export function openStoryServer(
  options: Partial<FakeServerOptions> & { readonly thinkingMs?: number } = {},
): Promise<FakeServer> {
  const { thinkingMs = 0, ...rest } = options;
  return openFakeServer({
    models: ['story'],
    contextTokens: 1_000_000,
    respond: async ({ body }) => {
      if (thinkingMs > 0) await new Promise((resolve) => setTimeout(resolve, thinkingMs));
      return answerWire(body.messages);
    },
    ...rest,
  });
}

function answerWire(messages: readonly WireMessage[]): FakeReply {
  const { text, reasoning, calls, finish } = answerStory({ messages: messages.map(parseWire) });
  return { text, reasoning, calls, finish };
}

function parseWire(message: WireMessage): Message {
  const content = typeof message.content === 'string' ? message.content : '';
  if (message.role === 'tool') return { role: 'tool', callId: message.tool_call_id ?? '', name: '', content };
  if (message.role !== 'assistant') return { role: message.role === 'system' ? 'system' : 'user', content };
  const calls = message.tool_calls?.map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: call.function.arguments ?? '',
  }));
  return { role: 'assistant', content, ...(calls === undefined ? {} : { calls }) };
}
