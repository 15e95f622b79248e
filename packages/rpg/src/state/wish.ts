// Wish: reads what a player wants of a game, what must never be in it, and what may happen only out of sight.

import type { GameState } from '../values/entity.ts';
import type { TurnPreferences } from './turn-preferences.ts';

export interface Wish {
  readonly wish: string;
  /** What must never be in the game. */
  readonly lines: string;
  /** What may happen, but only out of sight. */
  readonly veils: string;
}

/** A game that was begun before wishes were settings keeps its wish in a note that begins with these words. */
const noteBeginning = 'The player wants: ';

/** The wish from the settings; if they have none, the wish from the note with which an older game began. */
export function readWish({ wish, lines, veils }: TurnPreferences, state: GameState): Wish {
  return { wish: wish ?? findNotedWish(state), lines: lines ?? '', veils: veils ?? '' };
}

/** Whether a memory is the wish itself, which need not be recalled. */
export function isWishNote(kind: string, content: string): boolean {
  return kind === 'preference' && content.startsWith(noteBeginning);
}

function findNotedWish(state: GameState): string {
  const note = state
    .list('note')
    .find(({ sheet }) => isWishNote(readText(sheet['kind']), readText(sheet['content'])));
  return readText(note?.sheet['content']).slice(noteBeginning.length);
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
