// Settles the context budget: what was configured, what the server has loaded, or the founding value.

import { UsageError } from '@terrarium/kernel/errors';

export interface ContextBudget {
  /** Tokens a prompt may have. */
  readonly tokens: number;
  readonly from: 'configured' | 'loaded window' | 'default';
  /** The window the server has loaded, where it says so. */
  readonly window: number | undefined;
  /** For the person, when what was configured does not fit. */
  readonly warning: string | undefined;
}

export interface BudgetFacts {
  readonly configured: number | undefined;
  readonly loaded: number | undefined;
  readonly maxOutputTokens: number;
  readonly fallback: number;
}

/** A prompt in less than this holds neither the instructions nor a scene; the settings' own least value. */
const leastBudget = 1_024;

/** Throws `UsageError` when the loaded window leaves no room for a prompt beside the reply. */
export function settleBudget(facts: BudgetFacts): ContextBudget {
  const { configured, loaded, maxOutputTokens, fallback } = facts;
  if (loaded === undefined) {
    const from = configured === undefined ? 'default' : 'configured';
    return { tokens: configured ?? fallback, from, window: undefined, warning: undefined };
  }
  const room = loaded - maxOutputTokens;
  if (room < leastBudget) throw refuseWindow(loaded, maxOutputTokens);
  if (configured === undefined) {
    return { tokens: room, from: 'loaded window', window: loaded, warning: undefined };
  }
  if (configured <= room)
    return { tokens: configured, from: 'configured', window: loaded, warning: undefined };
  return {
    tokens: room,
    from: 'loaded window',
    window: loaded,
    warning: `The server has loaded a window of ${loaded} tokens: with ${maxOutputTokens} kept for the reply, a prompt may have ${room}, not ${configured}.`,
  };
}

function refuseWindow(loaded: number, maxOutputTokens: number): UsageError {
  return new UsageError({
    code: 'context.window-too-small',
    happened: `The server has loaded a window of ${loaded} tokens, and ${maxOutputTokens} of them are kept for the reply: too few are left for a prompt.`,
    todo: 'Load the model with a larger window (llama.cpp: -c 16384; Ollama: OLLAMA_CONTEXT_LENGTH), or lower --max-output-tokens.',
  });
}
