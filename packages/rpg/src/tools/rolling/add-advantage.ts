// Writes an advantage or a disadvantage that was asked for into the dice of a roll.

import { parseDice } from '../../dice/parse-dice.ts';

export type AskedAdvantage = 'adv' | 'dis';

/**
 * Percent dice must stay at or under a number, so the higher one is not the better one: with them, advantage is a bonus
 * die and disadvantage a penalty die. Undefined if the dice are not a single die.
 */
export function addAskedAdvantage(dice: string, asked: AskedAdvantage): string | undefined {
  const isPercent = /^\s*1?d(?:100|%)\s*$/iu.test(dice);
  const percent = asked === 'adv' ? 'd%b1' : 'd%p1';
  const formula = isPercent ? percent : `${dice} ${asked}`;
  return parseDice(formula).ok ? formula : undefined;
}
