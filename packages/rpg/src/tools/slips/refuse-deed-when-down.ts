// Refuses a move by the player's character while it is down in a fight, and names the roll that the rules have for being down.

import { playerId } from '../../values/entity.ts';
import { findMoving, isPlayerDown } from './find-mover.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseDeedWhenDown: RefuseSlip = (view, call) => {
  if (view.isByRules === true || !isPlayerDown(view)) return undefined;
  const moving = findMoving(view, call);
  if (moving?.id !== playerId || moving.move === 'down') return undefined;
  return `${playerId} is down, and can do nothing in this fight. Next: roll {"move":"down"}`;
};
