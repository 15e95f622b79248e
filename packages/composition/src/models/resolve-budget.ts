// Resolves the context budget: the configured number, what the loaded window allows, or the default.

import { estimateLeastBudget, refuseSmallBudget } from '@terrarium/annotator/least-budget';
import type { RunSettings } from '@terrarium/annotator/run-settings';

export interface ContextBudget {
  /** How many tokens a prompt may have. */
  readonly tokens: number;
  readonly from: 'configured' | 'loaded window' | 'default';
  /** The window the server has loaded; undefined if the server does not say. */
  readonly window: number | undefined;
  /** The tools that a reading begins with: the configured ones, or those for which the window has room. */
  readonly tools: RunSettings['tools'];
  /** A warning for the person, if the configured budget does not fit into the window. */
  readonly warning: string | undefined;
}

export interface BudgetFacts {
  readonly configured: number | undefined;
  readonly loaded: number | undefined;
  readonly maxOutputTokens: number;
  readonly fallback: number;
  /** The set of tools that was configured. */
  readonly tools?: RunSettings['tools'] | undefined;
  /** The person's notes to the model, which are in each prompt. */
  readonly notes?: string | undefined;
}

/** From this window on (prompt and reply), a reading begins with every tool there is. */
const windowOfAllTools = 32_000;

/**
 * Throws `UsageError` if a prompt has no room for a scene, either with the configured budget or in the part
 * of the loaded window that is left for a prompt.
 */
export function resolveBudget(facts: BudgetFacts): ContextBudget {
  const settled = computeBudget(facts);
  const { maxOutputTokens, notes, loaded, configured } = facts;
  const isLarge = settled.tokens + maxOutputTokens >= windowOfAllTools;
  const tools = facts.tools ?? (isLarge ? 'all' : 'basic');
  if (settled.tokens >= estimateLeastBudget({ tools, notes })) return { ...settled, tools };
  const isConfigured = settled.tokens === configured;
  throw refuseSmallBudget({
    budget: settled.tokens,
    maxOutputTokens,
    window: isConfigured ? undefined : loaded,
    tools,
    notes,
  });
}

function computeBudget(facts: BudgetFacts): Omit<ContextBudget, 'tools'> {
  const { configured, loaded, maxOutputTokens, fallback } = facts;
  if (loaded === undefined) {
    const from = configured === undefined ? 'default' : 'configured';
    return { tokens: configured ?? fallback, from, window: undefined, warning: undefined };
  }
  const room = loaded - maxOutputTokens;
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
