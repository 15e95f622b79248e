// Counts the tokens of messages and prompts, by an estimate or with the server's own tokenizer.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel, Message, TokenCount, ToolDeclaration } from '@terrarium/kernel/language-model';

/** Tokens a chat template adds to a message: role and separators. */
const tokensPerMessage = 5;
/** Tokens a chat template adds to a tool call or declaration. */
const tokensPerCall = 8;

/** Tokens of one message, the chat template's share included. */
export function estimateMessage(message: Message): number {
  let tokens = tokensPerMessage + estimateTokens(message.content);
  if (message.role !== 'assistant') return tokens;
  if (message.reasoning !== undefined) tokens += estimateTokens(message.reasoning);
  for (const call of message.calls ?? []) {
    tokens += tokensPerCall + estimateTokens(call.name) + estimateTokens(call.arguments);
  }
  return tokens;
}

export function estimateTools(tools: readonly ToolDeclaration[]): number {
  return tools.reduce((sum, tool) => sum + tokensPerCall + estimateTokens(JSON.stringify(tool)), 0);
}

export interface PromptToCount {
  /** Estimated tokens, before calibration. */
  readonly estimatedTokens: number;
  readonly messages: readonly Message[];
  readonly budget: number;
  /** How many real tokens there are for each estimated one, as learnt so far. */
  readonly ratio: number;
  /** Whether the ratio was learnt from usage that the server reports. */
  readonly isLearnt: boolean;
}

/** An estimate is checked if it is at least this share of the budget. */
const verifiedShare = 0.6;

/**
 * Tokens of a prompt. If the server reports usage, it has already counted all but the newest messages, so the ratio
 * learnt from it is good enough. If the server reports none, it is asked to count prompts from 60 % of the budget on.
 */
export async function countPrompt(prompt: PromptToCount, model: LanguageModel): Promise<TokenCount> {
  const tokens = Math.ceil(prompt.estimatedTokens * prompt.ratio);
  if (prompt.isLearnt || tokens < prompt.budget * verifiedShare) return { tokens, isExact: false };
  const text = prompt.messages.map(renderForCount).join('\n');
  const exact = await model.countTokens?.(text);
  return exact === undefined ? { tokens, isExact: false } : { tokens: exact, isExact: true };
}

function renderForCount(message: Message): string {
  if (message.role !== 'assistant') return `${message.role}: ${message.content}`;
  const calls = (message.calls ?? []).map((call) => `${call.name} ${call.arguments}`);
  return [`assistant: ${message.reasoning ?? ''}`, message.content, ...calls].join('\n');
}
