// Refuses a turn that is longer than the model's window: some servers would cut its beginning off and say nothing.

import { ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel, ModelRequest } from '@terrarium/kernel/language-model';

/**
 * The smallest window that a server is expected to have, in tokens: for a shorter prompt the server need not
 * be asked.
 */
const surelyFits = 5_000;

/** Throws `ProviderError`; the talk can go on after it. */
export async function refuseLong(
  request: ModelRequest,
  { model, contextBudget }: { readonly model: LanguageModel; readonly contextBudget: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const tokens = request.messages.reduce((sum, { content }) => sum + estimateTokens(content ?? ''), 0);
  if (tokens <= Math.min(surelyFits, contextBudget ?? surelyFits)) return;
  const loaded = await model.findContextTokens?.(signal);
  const left = loaded === undefined ? Number.POSITIVE_INFINITY : loaded - request.maxOutputTokens;
  const room = Math.min(contextBudget ?? left, left);
  if (tokens <= room) return;
  throw new ProviderError({
    code: 'memory.turn-too-long',
    happened: `The prompt with this message would have about ${count(tokens)} tokens, and at most ${count(Math.max(0, room))} are possible.`,
    todo: 'Say less at once, lower memory.budgets, or give the model a larger window.',
    retryable: false,
  });
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}
