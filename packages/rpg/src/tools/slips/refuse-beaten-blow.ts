// Refuses a blow by somebody who, by the rules, is already defeated.

import { isBlow } from '../moves/is-blow.ts';
import { isBeaten } from '../moves/is-fighting.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseBeatenBlow: RefuseSlip = (view, { name, arguments: given }) => {
  const { who, move } = given;
  if (name !== 'roll' || typeof who !== 'string' || !isBlow(move)) return undefined;
  const found = resolveTarget(view.state, who, ['npc', 'creature']);
  if (!found.ok) return undefined;
  const isDown = isBeaten(openEffectView(view), found.entity);
  return isDown ? `${found.entity.id} is beaten, and strikes no more.` : undefined;
};
