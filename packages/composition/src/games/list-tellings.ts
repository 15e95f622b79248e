// Lists the last turn and its variants in the order of telling, including those told before the player reworded the turn.

import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';

export function listTellings({ head, listVariants }: Pick<Game, 'head' | 'listVariants'>): readonly Turn[] {
  const others = listVariants().filter(({ isAside }) => !isAside);
  return [...others, head].sort((one, other) => one.id - other.id);
}
