// Refuses to create somebody who has the name of the player's character: the character is who is meant.

import { playerId } from '../../values/entity.ts';
import { normaliseName } from '../match-name.ts';
import { nameOf, readName } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseNamesake: RefuseSlip = ({ state }, { name, arguments: given }) => {
  const player = state.find(playerId);
  if (name !== 'npc_create' || player === undefined || typeof given['name'] !== 'string') return undefined;
  const wanted = normaliseName(given['name']);
  if (wanted === '' || ![readName(player), player.key].some((one) => normaliseName(one) === wanted))
    return undefined;
  return `${playerId} "${nameOf(player)}" is the player's character; nobody was made. If somebody else of that name is meant, ${sendAgain}`;
};
