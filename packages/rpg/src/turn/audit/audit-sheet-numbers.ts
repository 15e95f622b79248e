// Lists the numbers on the sheets that are in play: the player's, the scene's, those of whoever and whatever is there.

import { type Entity, type GameState, playerId, sceneId } from '../../values/entity.ts';
import { listNumbers } from './audit-known-numbers.ts';

const typesThere = ['npc', 'creature', 'item'] as const;

export function listSheetNumbers(state: GameState): readonly number[] {
  const here = state.find(sceneId)?.sheet['here'];
  const isThere = ({ sheet }: Entity) =>
    [sheet['at'], sheet['holder']].some((place) => place === here || place === playerId);
  const there = typesThere.flatMap((type) => state.list(type).filter(isThere));
  const always = [state.find(playerId), state.find(sceneId), ...state.list('clock')];
  return [...new Set([...always, ...there].flatMap((entity) => listNumbers(entity?.sheet)))];
}
