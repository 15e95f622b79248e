// Estimates the fewest tokens a whole request can be, leaving out all that a server may rightly leave out.

import { estimateLeastTokens } from '../tokens/estimate-least-tokens.ts';
import type { Message, ModelRequest } from './language-model.ts';

/**
 * Chat templates drop earlier thinking, some the tools where none may be called, and what a picture weighs nobody knows:
 * none of that counts. Neither does what a template puts around a message.
 */
export function estimateLeastRequest({ messages, tools, toolChoice }: ModelRequest): number {
  const said = messages.reduce((sum, message) => sum + estimateLeastMessage(message), 0);
  if (toolChoice === 'none') return said;
  return tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + estimateLeastTokens(`${name} ${description} ${JSON.stringify(parameters)}`) * leastToolShare,
    said,
  );
}

/** Templates write declarations in forms of their own, some far shorter than JSON. */
const leastToolShare = 0.6;

function estimateLeastMessage(message: Message): number {
  const content = estimateLeastTokens(message.content);
  if (message.role !== 'assistant') return content;
  return (message.calls ?? []).reduce(
    (sum, call) => sum + estimateLeastTokens(`${call.name} ${call.arguments}`),
    content,
  );
}
