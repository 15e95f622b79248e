// Played story: one path through the turns of a game, as it is exported.

import type { Turn } from '../state/session.ts';

export interface PlayedStory {
  readonly title: string;
  /** Whom the player plays. */
  readonly playerName: string;
  readonly narratorName: string;
  /** From the opening on. */
  readonly turns: readonly PlayedTurn[];
  /** Of games that were salvaged: in how many places something is left out. */
  readonly leftOut?: number | undefined;
}

export interface PlayedTurn extends Pick<Turn, 'id' | 'number' | 'words' | 'narrative' | 'isAside' | 'atMs'> {
  /** Narratives of the other turns that answer the same words, by age. */
  readonly variants?: readonly Pick<Turn, 'id' | 'narrative'>[] | undefined;
}

/** Turns that belong to the story: rolls and settings of a player's own do not. */
export function listStoryTurns({ turns }: PlayedStory): readonly PlayedTurn[] {
  return turns.filter(({ isAside, narrative }) => !isAside && narrative.trim() !== '');
}

/** What a salvaged story says of itself: numbers of the turns that are lost; undefined of one that is whole. */
export function describeLoss({ turns, leftOut }: PlayedStory): string | undefined {
  if (leftOut === undefined) return undefined;
  const there = new Set(turns.map(({ number }) => number));
  const last = turns.at(-1)?.number ?? -1;
  const lost = Array.from({ length: last + 1 }, (_, number) => number).filter((number) => !there.has(number));
  const which = lost.length === 0 ? 'no turn up to the last among it' : `turns ${lost.join(', ')} among it`;
  return `Salvaged from a damaged file, in which ${leftOut === 1 ? 'something is' : `${leftOut} things are`} lost (${which}).`;
}

/** Words outside the story are for the narrator alone. */
export function readStoryWords({ words }: PlayedTurn): string {
  return /^\s*\/ooc\b/i.test(words) ? '' : words.trim();
}
