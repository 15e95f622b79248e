// Lists the tellings of the last turn: its variants, which all answer the same words of the player.

import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';

/** The tellings in the order in which they were told. */
export function listTellings({ head, listVariants }: Pick<Game, 'head' | 'listVariants'>): readonly Turn[] {
  const others = listVariants().filter(({ words, isAside }) => words === head.words && !isAside);
  return [...others, head].sort((one, other) => one.id - other.id);
}
