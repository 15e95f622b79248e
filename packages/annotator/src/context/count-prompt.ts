// Counts the tokens of a prompt: estimated with a learnt ratio, or by the server's own tokenizer.

import type { LanguageModel, Message, TokenCount } from '@terrarium/kernel/language-model';

export interface PromptToCount {
  /** Before calibration. */
  readonly estimatedTokens: number;
  readonly messages: readonly Message[];
  readonly budget: number;
  /** What an estimated token is really, as learnt so far. */
  readonly ratio: number;
  /** The server counts prompts by itself, and the ratio is learnt from that. */
  readonly isLearnt: boolean;
}

/** From this share of the budget on an estimate is verified; the founding specification's figure. */
const verifiedShare = 0.6;

/**
 * Tokens of a prompt. A server that reports usage has counted all of this prompt but its newest messages, so the ratio
 * learnt from it needs no second count; one that reports nothing is asked for its tokenizer from 60 % of the budget on.
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
