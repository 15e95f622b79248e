// Estimates the tokens of messages and requests, before calibration.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';

/** What a chat template puts around one message: role, separators. */
const tokensPerMessage = 5;
/** What a chat template puts around one tool call or declaration. */
const tokensPerCall = 8;

/** Tokens of one message with what a chat template puts around it. */
export function estimateMessage(message: Message): number {
  let tokens = tokensPerMessage + estimateTokens(message.content);
  if (message.role !== 'assistant') return tokens;
  if (message.reasoning !== undefined) tokens += estimateTokens(message.reasoning);
  for (const call of message.calls ?? []) {
    tokens += tokensPerCall + estimateTokens(call.name) + estimateTokens(call.arguments);
  }
  return tokens;
}

/** Tokens of the tool declarations a request lists. */
export function estimateTools(tools: readonly ToolDeclaration[]): number {
  return tools.reduce((sum, tool) => sum + tokensPerCall + estimateTokens(JSON.stringify(tool)), 0);
}
