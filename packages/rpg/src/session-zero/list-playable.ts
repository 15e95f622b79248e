// Lists the people of a world made for a game whom the player may play: those of the player's story and of given cards.

import type { CharacterOptions } from './build-character.ts';
import type { SettledZero } from './settled-zero.ts';

export type Playable = Pick<CharacterOptions, 'name' | 'about'>;

const mostPlayable = 8;

/** Whether the world of the game is made from the player's story. */
export function isOfStory({ world }: SettledZero): boolean {
  return world?.kind === 'made' && world.scenario.id === 'from-a-glossary';
}

/** `cards` are the names of people who came with cards. */
export function listPlayable(
  settled: SettledZero,
  cards: ReadonlySet<string> = new Set(),
): readonly Playable[] {
  if (settled.world?.kind !== 'made') return [];
  const hasAll = isOfStory(settled);
  return settled.world.scenario.people
    .filter(({ name }) => hasAll || cards.has(name))
    .slice(0, mostPlayable)
    .map(({ name, about }) => ({ name, about }));
}
