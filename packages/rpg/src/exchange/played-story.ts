// Played story: one path through the turns of a game, as it is exported.

import type { Turn } from '../state/session.ts';

export interface PlayedStory {
  readonly title: string;
  /** Whom the player plays. */
  readonly playerName: string;
  readonly narratorName: string;
  /** From the opening on. */
  readonly turns: readonly PlayedTurn[];
}

export interface PlayedTurn extends Pick<Turn, 'id' | 'words' | 'narrative' | 'isAside' | 'atMs'> {
  /** Narratives of the other turns that answer the same words, by age. */
  readonly variants?: readonly Pick<Turn, 'id' | 'narrative'>[] | undefined;
}

/** Turns that belong to the story: rolls and settings of a player's own do not. */
export function listStoryTurns({ turns }: PlayedStory): readonly PlayedTurn[] {
  return turns.filter(({ isAside, narrative }) => !isAside && narrative.trim() !== '');
}

/** Words outside the story are for the narrator alone. */
export function readStoryWords({ words }: PlayedTurn): string {
  return /^\s*\/ooc\b/i.test(words) ? '' : words.trim();
}
