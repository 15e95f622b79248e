// Mends a roll for which a model gives `adv` or `dis` in `as`: makes it a part of the dice.

import type { System } from '../../system/system.ts';
import { type Entity, type GameState, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { chooseVariant, findIntent, findVariant } from '../moves/move-hint.ts';
import { resolveMove } from '../moves/read-move.ts';
import { resolveTarget } from '../resolve-target.ts';
import { type AskedAdvantage, addAskedAdvantage } from '../rolling/add-advantage.ts';
import { findCheck } from '../rolling/find-check.ts';

interface Viewed {
  readonly state: GameState;
  readonly system: System;
}

const flag = /^(?:with |at )?(adv|dis)(?:antage|advantage)?$/iu;

/** Undefined if `as` says something else or names a variant of the move, or if the dice cannot be rolled with it. */
export function replaceAdvantage(view: Viewed, tool: string, given: JsonObject) {
  const { as, ...others } = given;
  const asked = tool === 'roll' && typeof as === 'string' ? flag.exec(as.trim())?.[1] : undefined;
  const dice = asked === undefined ? undefined : findDice(view, given);
  if (asked === undefined || dice === undefined || hasVariant(view, given)) return undefined;
  const formula = addAskedAdvantage(dice, asked.toLowerCase() as AskedAdvantage);
  if (formula === undefined) return undefined;
  return { given: { ...others, formula }, say: `(as was read as part of the dice: ${formula}.)` };
}

/** The dice that the call would roll without `as`. */
function findDice({ state, system }: Viewed, given: JsonObject): string | undefined {
  const { formula, check } = given;
  if (typeof formula === 'string') return formula;
  const named = typeof check === 'string' ? findCheck(system, check) : undefined;
  const intent = findMove({ state, system }, given);
  if (intent === undefined) return named?.dice;
  const hint = chooseVariant(intent, '');
  return (
    hint.dice ?? named?.dice ?? (hint.check === undefined ? undefined : system.checks.get(hint.check)?.dice)
  );
}

function findMove({ state, system }: Viewed, { move, who }: JsonObject) {
  if (typeof move !== 'string') return undefined;
  const found = resolveTarget(state, typeof who === 'string' ? who : playerId);
  const roller: Entity | undefined = found.ok ? found.entity : undefined;
  return roller && findIntent(system.manifest.narrator, resolveMove(system, move, roller));
}

function hasVariant(view: Viewed, given: JsonObject): boolean {
  const intent = findMove(view, given);
  return intent !== undefined && findVariant(intent, String(given['as'])) !== undefined;
}
