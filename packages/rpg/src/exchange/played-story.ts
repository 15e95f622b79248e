// Played story: the turns on one path through a game, as they are exported.

import type { Turn } from '../state/session.ts';

export interface PlayedStory {
  readonly title: string;
  /** Name of the character that the player plays. */
  readonly playerName: string;
  readonly narratorName: string;
  /** The turns, beginning with the opening. */
  readonly turns: readonly PlayedTurn[];
  /** Only for games that were salvaged: how many damaged things were left out. */
  readonly leftOut?: number | undefined;
}

export interface PlayedTurn extends Pick<Turn, 'id' | 'number' | 'words' | 'narrative' | 'isAside' | 'atMs'> {
  /** Narratives of the other turns that answer the same words, oldest first. */
  readonly variants?: readonly Pick<Turn, 'id' | 'narrative'>[] | undefined;
}

/** Turns that belong to the story: a player's own rolls and settings do not. */
export function listStoryTurns({ turns }: PlayedStory): readonly PlayedTurn[] {
  return turns.filter(({ isAside, narrative }) => !isAside && narrative.trim() !== '');
}

/**
 * The note in a salvaged story that says what was lost, with the numbers of the lost turns; undefined if nothing was
 * salvaged.
 */
export function describeLoss({ turns, leftOut }: PlayedStory): string | undefined {
  if (leftOut === undefined) return undefined;
  const there = new Set(turns.map(({ number }) => number));
  const last = turns.at(-1)?.number ?? -1;
  const lost = Array.from({ length: last + 1 }, (_, number) => number).filter((number) => !there.has(number));
  const which =
    lost.length === 0
      ? 'but every turn up to the last salvaged one is complete'
      : `among them ${lost.length === 1 ? 'turn' : 'turns'} ${lost.join(', ')}`;
  return `Salvaged from a damaged file, in which ${leftOut === 1 ? 'something is' : `${leftOut} things are`} lost (${which}).`;
}

/** The player's words; empty if they are outside the story (`/ooc`), since those are for the narrator alone. */
export function readStoryWords({ words }: PlayedTurn): string {
  return /^\s*\/ooc\b/i.test(words) ? '' : words.trim();
}
