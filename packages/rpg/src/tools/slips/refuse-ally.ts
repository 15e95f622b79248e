// Refuses to begin a fight against somebody who came along with the player, as a model does to get an ally into the order.

import { sceneId } from '../../values/entity.ts';
import { listFoes } from '../moves/list-foes.ts';
import { resolveTarget } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseAlly: RefuseSlip = ({ state, listAllies }, { name, arguments: given }) => {
  const { mode, opponents } = given;
  if (name !== 'mode_set' || mode !== 'combat' || !Array.isArray(opponents) || listAllies === undefined)
    return undefined;
  const scene = state.find(sceneId);
  const foes = new Set(scene === undefined ? [] : listFoes(scene));
  const side = new Set(listAllies());
  const allies = opponents.flatMap((one) => {
    const found = resolveTarget(state, String(one), ['npc', 'creature']);
    return found.ok && side.has(found.entity.id) && !foes.has(found.entity.id) ? [found.entity.id] : [];
  });
  if (allies.length === 0) return undefined;
  const is = allies.length === 1 ? 'is' : 'are';
  return `${allies.join(', ')} ${is} with the player, and ${is} in the order of turns without being named. Nothing was done. Leave out whoever is on the player's side; if they turn against the player, ${sendAgain}`;
};
