// Refuses a move by the player's character who is down in a fight, and names the roll that the rules have for that.

import { playerId } from '../../values/entity.ts';
import { isOut } from '../moves/is-fighting.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { findMover } from './find-mover.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

export const refuseDeedWhenDown: RefuseSlip = (view, call) => {
  if (call.arguments['move'] === 'down' || !isPlayerDown(view)) return undefined;
  if (findMover(view, call) !== playerId) return undefined;
  return `${playerId} is down, and can do nothing in this fight. Next: roll {"move":"down"}`;
};

/** Whether the player's character is down in a fight, if the rules say what is rolled then. */
function isPlayerDown({ system, state, isByRules }: SlipView): boolean {
  const player = state.find(playerId);
  if (isByRules === true || player === undefined) return false;
  if (system.manifest.narrator?.player?.down === undefined) return false;
  const view = openEffectView({ system, state });
  return view.mode === 'combat' && isOut(view, player);
}
