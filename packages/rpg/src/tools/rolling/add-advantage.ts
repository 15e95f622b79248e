// Writes an advantage or a disadvantage that was asked for into the dice of a roll.

import { parseDice } from '../../dice/parse-dice.ts';

export type AskedAdvantage = 'adv' | 'dis';

/**
 * Where a roll of percent dice must stay at or under a number, the higher one is not the better one: advantage is a bonus
 * die there, and disadvantage a penalty die. Undefined for dice that are no single die.
 */
export function addAskedAdvantage(dice: string, asked: AskedAdvantage): string | undefined {
  const isPercent = /^\s*1?d(?:100|%)\s*$/iu.test(dice);
  const percent = asked === 'adv' ? 'd%b1' : 'd%p1';
  const formula = isPercent ? percent : `${dice} ${asked}`;
  return parseDice(formula).ok ? formula : undefined;
}
