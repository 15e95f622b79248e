// Shows how likely each result of dice is, and how likely their sum is to reach a number.

import { UsageError } from '@terrarium/kernel/errors';
import { computeOdds } from '@terrarium/rpg/compute-odds';
import type { DiceOdds } from '@terrarium/rpg/dice';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { measureReaching, renderOdds, renderShare } from '../play/render-odds.ts';
import { splitRoll } from '../play/split-roll.ts';
import type { Shell } from '../shell/shell.ts';

interface Reach {
  readonly target: number;
  readonly chance: number;
}

export function showOdds({ printer }: Shell, text: string, isJson: boolean): void {
  const { dice, target } = splitTarget(text);
  const parsed = parseDice(dice);
  const found = parsed.ok ? computeOdds(parsed.dice) : parsed;
  if (!parsed.ok || !found.ok) throw refuseDice(found.ok ? '' : found.say);
  const reach = findReach(found.odds, target);
  if (!isJson) {
    const more =
      reach === undefined ? [] : [`The chance of reaching ${reach.target} is ${renderShare(reach.chance)}.`];
    printer.writeLines(...renderOdds(parsed.dice.expression, found.odds, printer.width), ...more);
    return;
  }
  const { min, max, mean, distribution } = found.odds;
  printer.writeJson('diceOdds', {
    dice: parsed.dice.expression,
    min,
    max,
    mean,
    distribution: Object.fromEntries(distribution ?? []),
    ...(reach === undefined ? {} : { reach }),
  });
}

/**
 * Target numbers are written as in a game: `1d20+5 >= 15` asks for a sum that reaches a number; `5d10>=7`
 * counts dice.
 */
function splitTarget(text: string): { readonly dice: string; readonly target: number | undefined } {
  if (!/[>≥]/u.test(text)) return { dice: text, target: undefined };
  const { formula, versus, reason } = splitRoll(text);
  return versus === undefined || reason !== undefined
    ? { dice: text, target: undefined }
    : { dice: formula, target: versus };
}

function findReach({ distribution }: DiceOdds, target: number | undefined): Reach | undefined {
  return distribution === undefined || target === undefined
    ? undefined
    : { target, chance: measureReaching(distribution, target) };
}

function refuseDice(happened: string): UsageError {
  return new UsageError({
    code: 'play.bad-dice',
    happened,
    todo: 'Write it like 2d6+1, 4d6kh3, 5d10>=7 or 1d20+5 >= 15.',
  });
}
