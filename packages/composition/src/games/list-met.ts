// Lists whom a player has met: people and creatures of the places where they were; the others are still to be met.

import { type Entity, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';

export function listMet({ state }: Pick<Game, 'state'>): readonly Entity[] {
  const here = state.find(sceneId)?.sheet['here'];
  const isKnown = (place: unknown) =>
    place === here || state.find(place as Entity['id'])?.sheet['is_visited'] === true;
  return [...state.list('npc'), ...state.list('creature')].filter(
    ({ sheet }) => typeof sheet['at'] !== 'string' || isKnown(sheet['at']),
  );
}
