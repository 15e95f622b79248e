// Refuses a move by the player's character while it is down in a fight, and names the roll that the rules have for being down.

import type { System } from '../../system/system.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import { hasAnyCondition } from '../moves/is-fighting.ts';
import { findMoving, isPlayerDown } from './find-mover.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseDeedWhenDown: RefuseSlip = (view, call) => {
  if (view.isByRules === true) return undefined;
  const moving = findMoving(view, call);
  if (moving?.id !== playerId) return undefined;
  const isSafe = isSafeWhenDown(view);
  if (moving.move === 'down' && isSafe) {
    const { down_unless: safe = [] } = view.system.manifest.narrator?.player ?? {};
    return `${playerId} is ${safe.join(' or ')}: nothing is rolled for being down. Others act, or time passes.`;
  }
  if (!isPlayerDown(view) || moving.move === 'down') return undefined;
  const next = isSafe ? 'Others act, or time passes.' : 'Next: roll {"move":"down"}';
  return `${playerId} is down, and can do nothing in this fight. ${next}`;
};

/** Whether the character has a condition with which nothing is rolled for being down. */
function isSafeWhenDown({ system, state }: { readonly system: System; readonly state: GameState }): boolean {
  const player = state.find(playerId);
  const { down_unless: safe = [] } = system.manifest.narrator?.player ?? {};
  return player !== undefined && hasAnyCondition({ system }, player, safe);
}
