// Tells whether a roll, or the call that asks for a roll, belongs to the player's character.

import { isForOrder } from '../../rules/is-for-order.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { resolveTarget } from '../resolve-target.ts';

/** Whether the player's character makes this roll, and not for the order of turns. */
export function isPlayersRoll(roll: Pick<RolledCheck, 'who' | 'reason'>): boolean {
  return roll.who === playerId && !isForOrder(roll);
}

/**
 * Whether a call of `roll` is for the player's character, who is meant if nobody is named. `target` is the former name
 * of `who`.
 */
export function isPlayersCall(state: GameState, { who, target }: JsonObject): boolean {
  const named = [who, target].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  const found = resolveTarget(state, named);
  return found.ok && found.entity.id === playerId;
}
