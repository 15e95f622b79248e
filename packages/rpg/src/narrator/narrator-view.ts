// Narrator view: what the built-in narrator may look at while a turn is played; it changes nothing by looking.

import type { Acted } from '../state/game.ts';
import type { Action } from '../state/session.ts';
import type { GameState } from '../values/entity.ts';

export interface NarratorView {
  /** As it was when the turn began: at the head. */
  readonly before: GameState;
  /** What the player wrote. */
  readonly words: string;
  /** Number of the turn that is being played; 1 is the first after the opening. */
  readonly turn: number;
  /** How many tellings of this turn there are already: another one is told in other words. */
  readonly variant?: number | undefined;
  /** Narratives of the last committed turns, oldest first. */
  readonly narratives: readonly string[];
  /** What was done in this turn so far, in order. */
  readonly actions: readonly (Action & Acted)[];
}
