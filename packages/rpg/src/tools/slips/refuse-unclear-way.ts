// Refuses a move through a way if several ways from here have its name, and names the places to which they lead.

import type { EntityId } from '../../values/entity.ts';
import { readExits } from '../exits.ts';
import { normaliseName } from '../match-name.ts';
import { resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseUnclearWay: RefuseSlip = ({ state }, { name, arguments: given }) => {
  const { who, destination } = given;
  if (name !== 'move' || typeof destination !== 'string') return undefined;
  const mover = resolveTarget(state, typeof who === 'string' ? who : undefined);
  const at = mover.ok ? mover.entity.sheet['at'] : undefined;
  const from = typeof at === 'string' ? state.find(at as EntityId) : undefined;
  const wanted = normaliseName(destination);
  const ways = from === undefined ? [] : readExits(from).filter(({ isHidden }) => !isHidden);
  const to = new Set(ways.filter((way) => normaliseName(way.name) === wanted).map((way) => way.to));
  if (wanted === '' || to.size < 2) return undefined;
  return `Several ways are called that: name the place. ${[...to].slice(0, 6).join(' or ')}.`;
};
