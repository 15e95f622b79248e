// Budgets: how many tokens each part of what is woken to may take.

import { UsageError } from '@terrarium/kernel/errors';

/** Tokens, but for the share. The message itself, who the companion is and the time are outside them. */
export interface Budgets {
  readonly workingMemory: number;
  readonly conversation: number;
  /** What working memory and conversation share besides, working memory first. */
  readonly reserve: number;
  /** How much of the reserve working memory may take, 0 to 1. */
  readonly workingMemoryShare: number;
  readonly recall: number;
  /** 0 turns echoes off. */
  readonly echoes: number;
}

const defaultBudgets: Budgets = {
  workingMemory: 1000,
  conversation: 1000,
  reserve: 1500,
  workingMemoryShare: 0.7,
  recall: 1000,
  echoes: 600,
};

/** What is left out is as by default. Throws `UsageError` for what is no budget. */
export function resolveBudgets(given: Partial<Budgets> = {}): Budgets {
  const budgets = { ...defaultBudgets, ...given };
  for (const [name, value] of Object.entries(budgets)) {
    if (isBudget(name, value)) continue;
    throw new UsageError({
      code: 'memory.bad-budget',
      happened: `The budget ${name} is ${value}.`,
      todo: 'Give a whole number of tokens from 0 on; workingMemoryShare is a number from 0 to 1.',
    });
  }
  return budgets;
}

/** The most that working memory may take: its own and its share of the reserve. */
export function computeWorkingMemoryMaximum(budgets: Budgets): number {
  return budgets.workingMemory + Math.floor(budgets.reserve * budgets.workingMemoryShare);
}

/** What is left for conversation once working memory has taken `used`. */
export function computeConversationMaximum(budgets: Budgets, used: number): number {
  const reserveTaken = Math.max(0, used - budgets.workingMemory);
  return budgets.conversation + Math.max(0, budgets.reserve - reserveTaken);
}

function isBudget(name: string, value: number): boolean {
  if (name === 'workingMemoryShare') return value >= 0 && value <= 1;
  return Number.isInteger(value) && value >= 0;
}
