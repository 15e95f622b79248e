// Refuses a blow by somebody who, by the rules, is already defeated.

import { sceneId } from '../../values/entity.ts';
import { isBeaten } from '../moves/is-fighting.ts';
import { resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

const blows: ReadonlySet<unknown> = new Set(['attack', 'foe_attack']);

export const refuseBeatenBlow: RefuseSlip = ({ system, state }, { name, arguments: given }) => {
  const { who, move } = given;
  if (name !== 'roll' || typeof who !== 'string' || !blows.has(move)) return undefined;
  const found = resolveTarget(state, who, ['npc', 'creature']);
  if (!found.ok) return undefined;
  const mode = String(state.find(sceneId)?.sheet['mode'] ?? 'exploration');
  const view = { system, mode, find: (id: string) => state.find(id as `${string}:${string}`) };
  return isBeaten(view, found.entity) ? `${found.entity.id} is beaten, and strikes no more.` : undefined;
};
