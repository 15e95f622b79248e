// Refuses a blow by somebody who, by the rules, is already defeated, and a deed by a character who is down in a fight.

import { playerId } from '../../values/entity.ts';
import { isBeaten, isOut } from '../moves/is-fighting.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { resolveTarget } from '../resolve-target.ts';
import { findMover } from './find-mover.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

const blows: ReadonlySet<unknown> = new Set(['attack', 'foe_attack']);

export const refuseBeatenBlow: RefuseSlip = (view, call) => {
  const { who, move } = call.arguments;
  if (call.name !== 'roll') return undefined;
  if (move !== 'down' && isPlayerDown(view) && findMover(view, call) === playerId)
    return `${playerId} is down, and can do nothing in this fight. Next: roll {"move":"down"}`;
  if (typeof who !== 'string' || !blows.has(move)) return undefined;
  const found = resolveTarget(view.state, who, ['npc', 'creature']);
  if (!found.ok) return undefined;
  const isDown = isBeaten(openEffectView(view), found.entity);
  return isDown ? `${found.entity.id} is beaten, and strikes no more.` : undefined;
};

/** Whether the player's character is down in a fight, if the rules say what is rolled then. */
function isPlayerDown({ system, state, isByRules }: SlipView): boolean {
  const player = state.find(playerId);
  if (isByRules === true || player === undefined) return false;
  if (system.manifest.narrator?.player?.down === undefined) return false;
  const view = openEffectView({ system, state });
  return view.mode === 'combat' && isOut(view, player);
}
