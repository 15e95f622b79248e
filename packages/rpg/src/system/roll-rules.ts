// Roll rules: what gives the rolls of a system advantage or disadvantage, and what is added to them.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { dice, formula, id, path, words } from './hint-values.ts';

/** For which rolls a rule counts, and why. */
const ruleOfRolls = {
  /** Ids of the checks for which the rule counts; if absent, it counts for every roll whose dice read one of `reads`. */
  checks: z.array(id).min(1).max(30).optional(),
  /** Whose conditions `has` names; the roller's if absent. */
  who: z.enum(['roller', 'opponent']).optional(),
  /** Conditions; one of them is enough. */
  has: z.array(words).min(1).max(30).optional(),
  /** Paths, such as the path of a skill: the rule counts only if the dice read one of them. */
  reads: z.array(path).min(1).max(30).optional(),
  /** A formula that reads the roller's sheet, and the target's after `against.`: the rule counts only if it is true. */
  if: formula.optional(),
  /** The rule does not count if this formula is true. */
  unless: formula.optional(),
  /** The condition that `has` found ends with the roll. */
  once: z.literal(true).optional(),
  /** The reason, as the answer gives it; by default who has which condition. */
  say: words.optional(),
};

/** What gives a roll advantage or disadvantage, such as a condition of either side. */
export const advantage = z.strictObject({
  ...ruleOfRolls,
  gives: z.enum(['advantage', 'disadvantage']).optional(),
  /** By the id of an outcome of the check, the id of the outcome that it becomes: a hit may become a critical hit. */
  turns: buildBoundedRecord(z.string(), id, 10).optional(),
});

/** What is added to a roll, such as a die while a spell is at work. */
export const modifier = z.strictObject({
  ...ruleOfRolls,
  /** Dice or a number, with or without a sign. */
  adds: dice,
});

export type AdvantageRule = z.infer<typeof advantage>;
export type ModifierRule = z.infer<typeof modifier>;
