// Roll rules: what gives the rolls of a system advantage or disadvantage, and what is added to them.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { dice, formula, id, path, words } from './hint-values.ts';

/** For which rolls a rule counts, and why. */
const ruleOfRolls = {
  /** The ids of the checks it counts for; if absent, it counts for every roll whose dice read what `reads` names. */
  checks: z.array(id).min(1).max(30).optional(),
  /** Whose conditions `has` names; the roller's if absent. */
  who: z.enum(['roller', 'opponent']).optional(),
  /** Conditions; one of them is enough. */
  has: z.array(words).min(1).max(30).optional(),
  /** Paths: it counts only if the dice read one of them, such as one skill. */
  reads: z.array(path).min(1).max(30).optional(),
  /** Formulas on the roller's sheet, or on that of the target after `against.`: it counts only if `if` is true. */
  if: formula.optional(),
  /** It does not count if this formula is true. */
  unless: formula.optional(),
  /** The condition that `has` found ends with the roll. */
  once: z.literal(true).optional(),
  /** The reason, as the answer gives it; by default whose condition it is. */
  say: words.optional(),
};

/** What gives a roll advantage or disadvantage, such as a condition of either side. */
export const advantage = z.strictObject({
  ...ruleOfRolls,
  gives: z.enum(['advantage', 'disadvantage']).optional(),
  /** Outcomes of the check that become others, by id, such as a hit that becomes critical. */
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
