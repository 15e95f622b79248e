// Mends a roll for which a model gives `adv` or `dis` in `as`: makes it a part of the dice.

import type { System } from '../../system/system.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { findIntent, findVariant } from '../moves/move-hint.ts';
import { resolveMove } from '../moves/read-move.ts';
import { resolveTarget } from '../resolve-target.ts';
import { type AskedAdvantage, addAskedAdvantage } from '../rolling/add-advantage.ts';
import { findRolledDice } from '../rolling/find-rolled-dice.ts';

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
function findDice(view: Viewed, { formula, check, move, who }: JsonObject): string | undefined {
  if (typeof formula === 'string') return formula;
  return findRolledDice(view.system, {
    check: typeof check === 'string' ? check : undefined,
    move: resolveRolled(view, move, who),
  });
}

function resolveRolled({ state, system }: Viewed, move: Json | undefined, who: Json | undefined) {
  if (typeof move !== 'string') return undefined;
  const found = resolveTarget(state, typeof who === 'string' ? who : playerId);
  return found.ok ? resolveMove(system, move, found.entity) : undefined;
}

function hasVariant(view: Viewed, { as, move, who }: JsonObject): boolean {
  const id = resolveRolled(view, move, who);
  const intent = id === undefined ? undefined : findIntent(view.system.manifest.narrator, id);
  return intent !== undefined && findVariant(intent, String(as)) !== undefined;
}
