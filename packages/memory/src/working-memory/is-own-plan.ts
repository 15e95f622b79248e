// Tells whether a plan that begins like a command is a plan of its own: "Complete the tax form by Friday".
import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { chooseItem } from './choose-item.ts';
import type { WorkingItem } from './item.ts';

/** A command by its form, whatever it means: no plan begins like this. */
const isOrder = /^(?:done|finished)\b|^\p{L}+\s*[:：]/iu;

export interface CommandWords {
  readonly content: string;
  /** The words after the first one. */
  readonly rest: string;
}

/** Whether the words may be a plan: they do not begin in the form of a command, such as `done`. */
export function isPlannable(content: string): boolean {
  return !isOrder.test(content);
}

/**
 * Whether words that mean none of the plans in mind are a plan themselves. They must begin with a capital,
 * name a time that is to come, and mean none of the plans that have just ended.
 */
export function isOwnPlan(
  { content, rest }: CommandWords,
  ended: readonly WorkingItem[],
  writing: Writing,
): boolean {
  if (!isPlannable(content) || !/^\p{Lu}/u.test(content)) return false;
  const plans = ended.filter(({ kind }) => kind === 'plan');
  return chooseItem(rest, plans).outcome === 'missed' && findDueDate(content, writing) !== undefined;
}
