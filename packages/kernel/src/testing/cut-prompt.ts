// Cuts a prompt from the front, as servers do whose window is too small for it.

import type { WireMessage, WireRequest } from './fake-wire.ts';
import { countFakeTokens } from './prompt-cache.ts';

/** What is left of a request when only its last tokens are: tools and instructions go first. */
export function cutPrompt(request: WireRequest, keepTokens: number): WireRequest {
  const { tools: _lost, ...rest } = request;
  const kept: WireMessage[] = [];
  let room = keepTokens;
  for (const message of request.messages.toReversed()) {
    if (room <= 0) break;
    const text = typeof message.content === 'string' ? message.content : '';
    const tokens = countFakeTokens(text);
    const share = tokens > room ? room / tokens : 1;
    kept.unshift(share < 1 ? { ...message, content: text.slice(-Math.floor(text.length * share)) } : message);
    room -= tokens;
  }
  return { ...rest, messages: kept };
}
